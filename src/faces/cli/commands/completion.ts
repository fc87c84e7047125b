import { type Command, done, misused } from '../command.ts';
import { descriptions } from '../help.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

export const completion: Command = {
  name: 'completion',
  usage: 'bash|zsh|fish',
  about: 'Print a script that completes commands and flags: eval "$(quadwire completion bash)".',
  words: [1, 1],
  run: async ({ words: [shell], terminal }) => {
    const known = shells.find((one) => one === shell);
    if (known === undefined) return misused(`The shell must be ${shells.join(', ')}, not ${shell}.`);
    const next = nextWords(await descriptions());
    terminal.out(
      known === 'fish' ? fishScript(next) : `${known === 'zsh' ? zshFirst : ''}${bashScript(next)}`,
    );
    return done;
  },
};

/** What can follow each beginning of a call; the longest beginning comes first. */
type NextWords = readonly (readonly [begun: string, words: readonly string[]])[];

function nextWords(commands: readonly { readonly name: string; readonly usage: string }[]): NextWords {
  const next = new Map<string, Set<string>>();
  const add = (begun: string, word: string) => next.set(begun, (next.get(begun) ?? new Set()).add(word));
  for (const { name, usage } of commands) {
    const parts = name.split(' ');
    parts.forEach((part, at) => add(parts.slice(0, at).join(' '), part));
    for (const flag of [...(usage.match(/--[a-z][\w-]*/g) ?? []), '--json', '--help']) add(name, flag);
  }
  return [...next].toSorted(([a], [b]) => b.length - a.length).map(([begun, words]) => [begun, [...words]]);
}

const zshFirst = 'autoload -Uz compinit bashcompinit && compinit && bashcompinit\n';

function bashScript(next: NextWords): string {
  const cases = next.map(([begun, words]) =>
    begun === ''
      ? `    '') words='${words.join(' ')}' ;;`
      : `    '${begun}'|'${begun} '*) words='${words.join(' ')}' ;;`,
  );
  return `_quadwire() {
  local begun="\${COMP_WORDS[*]:1:COMP_CWORD-1}" words=''
  case "$begun" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _quadwire quadwire`;
}

function fishScript(next: NextWords): string {
  const cases = next.map(
    ([begun, words]) =>
      `    case ${begun === '' ? "''" : `'${begun}' '${begun} *'`}\n      printf '%s\\n' ${words.join(' ')}`,
  );
  return `function __quadwire
  switch (string join ' ' (commandline -opc)[2..])
${cases.join('\n')}
  end
end
complete -c quadwire -f -a '(__quadwire)'`;
}
