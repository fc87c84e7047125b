import type { JobWebService } from './types.ts';

/** A service that is opened with its first call: the client takes 30 ms of CPU to load, and most commands make no call. */
export function openedWithFirstCall(open: () => Promise<JobWebService>): JobWebService {
  let opening: Promise<JobWebService> | undefined;
  const service = () => (opening ??= open());
  return {
    testService: async () => (await service()).testService(),
    getPicklist: async (field) => (await service()).getPicklist(field),
    processJob: async (...call) => (await service()).processJob(...call),
    deleteJob: async (...call) => (await service()).deleteJob(...call),
  };
}
