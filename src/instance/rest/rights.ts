import type { RecordData } from '../instance-schema.ts';

/** Rights that a group of staff gives to its members ("Staff access follows the assigned rights, either directly or through group membership"). */
export const rightsOfGroups: Readonly<Record<string, readonly string[]>> = {
  g1: ['counseling', 'jobs', 'employers', 'students', 'events', 'reports', 'system'],
  g2: ['counseling', 'students'],
  g3: ['jobs', 'employers', 'events'],
  g4: [],
};

/** Whether a member of the staff may counsel and advise students. */
export function isCounselor(staff: RecordData): boolean {
  const groups = texts(staff['groupMembership']);
  const rights = [...texts(staff['rights']), ...groups.flatMap((group) => rightsOfGroups[group] ?? [])];
  return rights.includes('counseling');
}

const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
