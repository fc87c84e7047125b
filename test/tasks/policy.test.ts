import { expect, test } from 'vitest';
import { decideForSchool, setSchoolTerms } from '../../src/screening/schools/school-policies.repository.ts';
import { changeTarget } from '../../src/targets/targets.repository.ts';
import { testDatabase } from '../setup/database.ts';
import { aRoad, indeedFeed, jobs } from '../setup/road.ts';

const db = await testDatabase();

test('a school that refuses unpaid work gets none; one that wants to see it decides itself; others get it', async () => {
  const road = aRoad(db);
  road.serve(
    'acme',
    indeedFeed([
      ...jobs(2),
      { id: 'U-1', text: 'This is an unpaid internship for academic credit only, twenty hours a week.' },
    ]),
  );
  const feed = await road.addFeed('acme');
  const [strict, careful, open] = [
    await road.addTarget('strict'),
    await road.addTarget('careful'),
    await road.addTarget('open'),
  ];
  await setSchoolTerms(db, strict.id, { rules: { unpaid: 'refuse' }, approvesForms: false });
  await setSchoolTerms(db, careful.id, { rules: { unpaid: 'review' }, approvesForms: false });
  await road.read(feed);
  const sentTo = async (target: typeof strict) => {
    road.school.calls.length = 0;
    await road.publish(target);
    return road.school.calls.map(({ id }) => id).toSorted();
  };
  expect(await sentTo(strict)).toEqual(['acme/A-1', 'acme/A-2']);
  expect(await sentTo(careful)).toEqual(['acme/A-1', 'acme/A-2']);
  expect(await sentTo(open)).toEqual(['acme/A-1', 'acme/A-2', 'acme/U-1']);

  const listingId = 3;
  await decideForSchool(
    db,
    { targetId: careful.id, listingId },
    { state: 'approved', by: 'staff@careful.example', at: road.clock.now() },
  );
  await changeTarget(db, careful.id, { mappingVersion: null });
  expect(await sentTo(careful)).toEqual(['acme/U-1']);
});
