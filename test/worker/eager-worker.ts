// Evaluates all code of the Worker as it starts.
import '../../src/worker-tasks.ts';
import '../../src/worker-web.ts';

export { default } from '../../src/worker.ts';
