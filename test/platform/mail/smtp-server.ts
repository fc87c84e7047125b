import { once } from 'node:events';
import { type AddressObject, type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

export type Received = {
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/** The steps at which a server may refuse; all but the last are about us. */
export type SmtpStep = 'onConnect' | 'onMailFrom' | 'onRcptTo';

/** A real SMTP server for a test: keeps what it gets; `refuse` gives the code it answers at a step. */
export async function anSmtpServer(refuse: (step: SmtpStep) => number | undefined = () => undefined) {
  const answered = (step: SmtpStep, about: string) => {
    const responseCode = refuse(step);
    return responseCode === undefined ? null : Object.assign(new Error(`not ${about}`), { responseCode });
  };
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect: ({ remoteAddress }, done) => done(answered('onConnect', remoteAddress)),
    onMailFrom: ({ address }, _session, done) => done(answered('onMailFrom', address)),
    onRcptTo: ({ address }, _session, done) => done(answered('onRcptTo', address)),
    onData: (stream, _session, done) => {
      simpleParser(stream, (error, mail) => {
        if (!error) received.push(receivedOf(mail));
        done(error);
      });
    },
  });
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    received,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

function receivedOf({ to, from, subject, text, html }: ParsedMail): Received {
  return {
    to: addresses(to),
    from: addresses(from),
    subject: subject ?? '',
    text: text ?? '',
    html: html === false ? '' : html,
  };
}

function addresses(given: AddressObject | AddressObject[] | undefined): string {
  return [given ?? []]
    .flat()
    .map(({ text }) => text)
    .join(', ');
}
