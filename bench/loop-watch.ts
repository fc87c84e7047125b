/**
 * The longest that one turn of the event loop took, in time on the clock and in CPU time of the thread: on a busy machine only the
 * second is ours. It spins while it watches, so that no turn goes unseen.
 */
export function loopWatch(): { readonly stop: () => { readonly wallMs: number; readonly cpuMs: number } } {
  let [wallMs, cpuMs] = [0, 0];
  let [wall, cpu] = [performance.now(), ownCpu()];
  let watching = true;
  const look = () => {
    const [nowWall, nowCpu] = [performance.now(), ownCpu()];
    wallMs = Math.max(wallMs, nowWall - wall);
    cpuMs = Math.max(cpuMs, nowCpu - cpu);
    [wall, cpu] = [nowWall, nowCpu];
    if (watching) setImmediate(look);
  };
  setImmediate(look);
  return {
    stop: () => {
      watching = false;
      return { wallMs, cpuMs };
    },
  };
}

function ownCpu(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
