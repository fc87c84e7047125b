import { recordAudit } from '../../audit/store.ts';
import { policyRules } from '../../screening/policy.ts';
import { schoolTerms, setSchoolTerms } from '../../screening/schools/store.ts';
import { changeTarget } from '../../targets/store.ts';
import { type Command, done, misused, report } from '../command.ts';
import { columns } from '../terminal.ts';
import { withTarget } from './target.ts';

export const targetPolicy: Command = {
  name: 'target policy',
  usage: 'NAME [RULE review|refuse|off]',
  about:
    'What a school does with unpaid, commission-only, third-party and similar jobs; the rule forms is on or off.',
  words: [1, 3],
  run: async (given) => {
    const [, rule, action] = given.words;
    const known = policyRules.find((one) => one === rule);
    if (rule !== undefined && rule !== 'forms' && known === undefined)
      return misused(`There is no rule ${rule}. There are ${policyRules.join(', ')}, forms.`);
    if (rule !== undefined && !isAction(rule, action))
      return misused(rule === 'forms' ? 'forms is review or off' : `${rule} is review, refuse or off`);
    return withTarget(given, async ({ target, node: { db, context } }) => {
      const terms = await schoolTerms(db, target.id);
      if (rule === undefined) {
        const rows = policyRules.map((one) => [one, terms.rules[one] ?? 'off']);
        const all = [...rows, ['forms', terms.approvesForms ? 'review' : 'off']];
        given.terminal.out(
          given.flags.has('json')
            ? JSON.stringify(Object.fromEntries(all))
            : columns(['Rule', 'The school'], all),
        );
        return done;
      }
      const { [known ?? 'unpaid']: _, ...others } = terms.rules;
      const kept = action === 'review' || action === 'refuse' ? action : undefined;
      const rules =
        known === undefined ? terms.rules : { ...others, ...(kept === undefined ? {} : { [known]: kept }) };
      await setSchoolTerms(db, target.id, {
        rules,
        approvesForms: rule === 'forms' ? action === 'review' : terms.approvesForms,
      });
      await changeTarget(db, target.id, { mappingVersion: null });
      await recordAudit(db, {
        at: context.clock.now(),
        who: 'cli',
        action: 'policy changed',
        subject: `target:${target.name}`,
        detail: { rule, action },
      });
      return report(given, { target: target.name, rule, action }, `${target.name}: ${rule} is ${action}.`);
    });
  },
};

function isAction(rule: string, action: string | undefined): boolean {
  return action === 'off' || action === 'review' || (action === 'refuse' && rule !== 'forms');
}
