import {
  KEPT_DAYS,
  PLAN_LIMITS,
  type PublicConfig,
  UNSAVED_RENDER_HOURS,
} from '@moodreel/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Card } from '../../components/ui/card.tsx';
import { DefinitionList } from '../../components/ui/definition-list.tsx';
import { usePageTitle } from '../../lib/page-title.ts';
import { routes } from '../../lib/routes.ts';
import { LegalList, LegalPage, LegalSection, Operator } from './legal-page.tsx';

/** What becomes of pictures, and what is known about their owners. */
export function PrivacyPage() {
  usePageTitle('Privacy', 'What Moodreel keeps of you and your pictures, and for how long.');
  return (
    <LegalPage
      slate="Behind the scenes"
      title="Privacy"
      lead="What happens to your pictures, what we know about you, and how to get rid of it."
      lastChanged="2026-11-27"
    >
      {(config) => (
        <>
          <InShort />
          <LegalSection title="Who we are">
            <Operator {...config.operator} />
          </LegalSection>
          <Pictures />
          <Films />
          <Account />
          <Payment payments={config.payments} />
          <Messages services={config.services} />
          <Browser services={config.services} />
          <Counting />
          <Others {...config} />
          <HowLong services={config.services} />
          <Rights />
        </>
      )}
    </LegalPage>
  );
}

function InShort() {
  return (
    <Card className="mb-10">
      <h2 className="mb-4 text-h3">In short</h2>
      <LegalList>
        <li>
          We delete your picture as soon as its film is made, and the film a day later, or when you
          discard it, unless you save it.
        </li>
        <li>
          We recognise nobody: no face is compared with another, and what the server measures on one
          is forgotten with its film.
        </li>
        <li>One cookie, which keeps you signed in. No advertising, and nobody follows you.</li>
        <li>You can take all your data with you, and delete it, on your profile.</li>
      </LegalList>
    </Card>
  );
}

function Pictures() {
  return (
    <LegalSection title="Your pictures">
      <p>
        A picture that you put in is sent to our server, which looks for faces in it and draws your
        film. It is deleted there as soon as the film is made, has failed or was cancelled, and
        after a day in any case; if you ask for no film, within half an hour. A webcam picture stays
        in your browser until you confirm it.
      </p>
      <p>
        To draw a film the server works out where eyes, brows, nose and mouth are. It forgets that
        with the end of the film. With the record of a film stay the expression and the adjustments
        that you chose, which of several faces you meant, and the three points if you placed them by
        hand.
      </p>
      <p>
        What a picture file says beside the picture, such as where it was taken, does not get into
        the film. Nobody looks at your pictures, and nothing is trained with them.
      </p>
    </LegalSection>
  );
}

function Films() {
  return (
    <LegalSection title="Your films">
      <p>
        A film can be seen by you alone, when you are signed in, until you share it. Then whoever
        has the link can see the film with its title, and nothing about you. “Stop sharing” ends
        that, and so does deleting the film.
      </p>
    </LegalSection>
  );
}

function Account() {
  return (
    <LegalSection title="Your account">
      <p>We keep</p>
      <LegalList>
        <li>your e-mail address, whether you have confirmed it, and when you signed up;</li>
        <li>a hash of your password, from which the password cannot be read;</li>
        <li>
          for each browser in which you are signed in: its name and version, its IP address, when
          you signed in and when you were last there;
        </li>
        <li>your plan, when it began, when it ends, and whether you cancelled it.</li>
      </LegalList>
      <p>
        Our admins see your e-mail address, when you signed up and your plan, and can change or
        delete your account. They see neither your films nor your password. The picture in the bar
        is a drawing that our own server makes of the part of your e-mail address before the @.
      </p>
    </LegalSection>
  );
}

function Payment({ payments }: Pick<PublicConfig, 'payments'>) {
  return (
    <LegalSection title="Payments">
      {payments === 'sandbox' ? (
        <p>
          This is a trial installation that takes no money. The card form is checked in your
          browser, and nothing of it is sent or kept.
        </p>
      ) : (
        <p>
          You pay on the pages of Stripe. Your card details go to Stripe only; Stripe gets your
          e-mail address, once you have confirmed it, and the number of your account from us, and we
          keep the numbers under which Stripe knows you and your subscription. When you delete your
          account we have Stripe delete you as a customer, too. What Stripe keeps of your payments
          after that, and why,{' '}
          <a className="text-link" href="https://stripe.com/privacy">
            it says itself
          </a>
          .
        </p>
      )}
    </LegalSection>
  );
}

type Services = Pick<PublicConfig, 'services'>;

function Messages({ services }: Services) {
  return (
    <LegalSection title="Mails and messages">
      <p>
        We write to you to confirm your address, to let you choose a new password, and when your
        password or address was changed. There is no newsletter.
        {services.mail
          ? null
          : ' This installation has no mail server: these mails lie in a folder on the server.'}
      </p>
      <p>
        What you write in the contact form is kept with your e-mail address and the day. It is not
        part of your account: ask us if it shall be deleted.
      </p>
    </LegalSection>
  );
}

function Browser({ services }: Services) {
  return (
    <LegalSection title="In your browser">
      <LegalList>
        <li>
          One cookie that keeps you signed in, until you sign out or have not been here for{' '}
          {KEPT_DAYS.sessions} days.
        </li>
        <li>
          The picture on the AI page, where its faces are and what you chose for it, for a day or
          until you sign out, so that a reload does not lose it.
        </li>
        <li>
          What you typed in the contact form and did not send, until you close the tab or sign out.
        </li>
        <li>The theme, if you chose one; and how far you scrolled, until you close the tab.</li>
      </LegalList>
      <p>
        Everything that our pages load comes from our own server, fonts and pictures included
        {services.storage
          ? ', but for films and their posters: those may come from the storage service.'
          : '.'}
      </p>
    </LegalSection>
  );
}

function Counting() {
  return (
    <LegalSection title="What is counted">
      <p>
        We count how often the home page is seen, and how often films are begun, finished, saved and
        shared: only what and when, never who. If your browser asks not to be tracked, you are not
        counted.
      </p>
      <p>
        So that nobody can guess passwords or keep the server busy, it counts attempts by IP
        address, e-mail address and account, for an hour at most. Its log has the address of each
        page or call with time and outcome, but no IP addresses, e-mail addresses or contents.
      </p>
    </LegalSection>
  );
}

function Others({ payments, services }: PublicConfig) {
  const others: readonly (readonly [takesPart: boolean, what: ReactNode])[] = [
    [payments === 'stripe', 'Stripe, for payments: see above.'],
    [services.mail, 'A mail server, which delivers our mails to you and your messages to us.'],
    [services.contactMail, 'A mail service, which delivers what you write in the contact form.'],
    [
      services.storage,
      'A storage service, which keeps pictures until their film is made, and films. Your browser may fetch films from there.',
    ],
    [
      services.analytics,
      'Google Analytics, which our server tells what is counted, under another random number each time. Google learns neither your address nor anything else about you.',
    ],
  ];
  const present = others.filter(([takesPart]) => takesPart);
  return (
    <LegalSection title="Who else">
      {present.length === 0 ? (
        <p>Nobody. No service of others takes part in this installation.</p>
      ) : (
        <>
          <p>These services of others get what they need, and nobody else does:</p>
          <LegalList>
            {present.map(([, what]) => (
              <li key={String(what)}>{what}</li>
            ))}
          </LegalList>
        </>
      )}
    </LegalSection>
  );
}

const { windowDays } = PLAN_LIMITS.free;

const days = (count: number) => `${count} days`;

function HowLong({ services }: Services) {
  return (
    <LegalSection title="How long">
      <div className="-mt-3">
        <DefinitionList
          rows={[
            ['Pictures', 'until their film is made'],
            ['Pictures without a film', 'half an hour'],
            ['Films that you do not save', `${UNSAVED_RENDER_HOURS} hours`],
            ['Saved videos', 'until you delete them'],
            ['What you asked of a film', days(KEPT_DAYS.renderRecords)],
            ['Where you are signed in', `${days(KEPT_DAYS.sessions)} without use`],
            [
              'Mails to you',
              services.mail
                ? `until sent, at most ${days(KEPT_DAYS.undeliveredMails)}`
                : days(KEPT_DAYS.outboxMails),
            ],
            ['Messages to us', 'until we delete them'],
            ['What is counted', days(KEPT_DAYS.analyticsEvents)],
            ['Your account', 'until you delete it'],
          ]}
        />
      </div>
      <p>
        Deleting your account deletes all of it except your messages to us: the record at once, the
        films within ten minutes. When you asked for the films of the last {windowDays} days is kept
        for the rest of these days, under a number that we make of your e-mail address and from
        which it cannot be read: they count if you sign up with it again. Backups of the server may
        hold it until newer ones replace them.
      </p>
    </LegalSection>
  );
}

function Rights() {
  return (
    <LegalSection title="What you can do">
      <p>
        On your{' '}
        <Link className="text-link" to={routes.profile}>
          profile
        </Link>{' '}
        you can change your e-mail address and password, end sessions, download everything that your
        account holds, and delete it. Whatever else you want to know, have mended or deleted:{' '}
        <Link className="text-link" to={routes.contact}>
          write to us
        </Link>
        .
      </p>
    </LegalSection>
  );
}
