import { EMOTIONS, PLAN_LIMITS, PLAN_PRICES, type PublicConfig } from '@moodreel/contract';
import { Link } from 'react-router';
import { usePageTitle } from '../../lib/page-title.ts';
import { routes } from '../../lib/routes.ts';
import { LegalList, LegalPage, LegalSection, Operator } from './legal-page.tsx';

/** What users and those who run the installation can expect of each other. */
export function TermsPage() {
  usePageTitle('Terms', 'What you may do with Moodreel, what the plans hold, and how they end.');
  return (
    <LegalPage
      slate="The small print"
      title="Terms"
      lead="What you can expect of us, and we of you. Short, and meant to be read."
      lastChanged="2026-11-26"
    >
      {({ operator, payments }) => (
        <>
          <LegalSection title="Who we are">
            <Operator {...operator} />
            <p>You accept these terms when you create an account.</p>
          </LegalSection>
          <YourPictures />
          <LegalSection title="What is yours">
            <p>
              Your pictures and films stay yours. We use them to make your films, to keep those that
              you save, and to show those that you share. We train nothing with them.
            </p>
            <p>
              Whoever has the link of a shared film can see it until you press “Stop sharing” or
              delete the film. Copies that others made by then stay with them.
            </p>
          </LegalSection>
          <Plans />
          <Paying payments={payments} />
          <LegalSection title="What we cannot promise">
            <p>
              A program draws your films. Some faces come out odd, and a film may be late or fail; a
              film that failed or that you cancelled does not count against your week. What you
              would hate to lose should not be with us alone: keep your pictures, and with Premium
              the files of your films.
            </p>
            <p>
              As far as the law allows we do not answer for damage that comes of a film, or of its
              absence. The rights that the law gives you as a consumer stay as they are.
            </p>
          </LegalSection>
          <LegalSection title="The end">
            <p>
              You can delete your account at any time on your{' '}
              <Link className="text-link" to={routes.profile}>
                profile
              </Link>
              . That ends a subscription at once, and what is left of its period is not paid back.
              We may delete accounts that break these terms.
            </p>
            <p>When these terms change, the new ones stand here, with their day at the top.</p>
          </LegalSection>
        </>
      )}
    </LegalPage>
  );
}

function YourPictures() {
  return (
    <LegalSection title="Whose pictures">
      <p>Use pictures that you may use:</p>
      <LegalList>
        <li>of yourself, or of your pets;</li>
        <li>of others who have agreed to it, and of children if their parents have;</li>
        <li>paintings, drawings and photos whose makers allow it, or that are free for all.</li>
      </LegalList>
      <p>Do not use Moodreel</p>
      <LegalList>
        <li>to deceive: a film is a game, never proof of what somebody felt or did;</li>
        <li>to threaten, harass or humiliate anybody;</li>
        <li>with sexual pictures, or for anything that is against the law.</li>
      </LegalList>
      <p>
        Nobody looks at what you put in, so this is your part: you answer for the pictures that you
        use and for the films that you pass on.
      </p>
    </LegalSection>
  );
}

const { free, paid } = PLAN_LIMITS;
const namesOf = (labels: readonly number[]) =>
  EMOTIONS.filter(({ label }) => labels.includes(label))
    .map(({ title }) => title)
    .join(', ');

function Plans() {
  return (
    <LegalSection title="The plans">
      <p>
        <strong>Free</strong>: the expressions {namesOf(free.emotions)}; {free.rendersPerWindow}{' '}
        films in {free.windowDays} days; up to {free.savedVideos} saved videos, which you can share
        by a link. Downloading films as files is not part of it.
      </p>
      <p>
        <strong>Premium</strong>: all {paid.emotions.length} expressions, films and saved videos
        without limit, and downloading them as files. It costs {PLAN_PRICES.monthly.total} or{' '}
        {PLAN_PRICES.yearly.total}.
      </p>
      <p>
        After Premium you keep everything that you saved. Above {free.savedVideos} videos nothing
        new can be saved until there is room again.
      </p>
    </LegalSection>
  );
}

function Paying({ payments }: Pick<PublicConfig, 'payments'>) {
  return (
    <LegalSection title="Paying and cancelling">
      {payments === 'sandbox' ? (
        <p>This is a trial installation: Premium begins at once, and nobody is charged.</p>
      ) : (
        <p>
          You pay for each period in advance, on the pages of Stripe, our payment provider. Should
          you pay for a second subscription by mistake, we cancel it and pay it back.
        </p>
      )}
      <p>
        A subscription renews at the end of each month, or of each year, until you cancel it. You
        can do that at any time on your{' '}
        <Link className="text-link" to={routes.cancel}>
          subscription page
        </Link>
        . Premium then stays yours to the end of the paid period, and ends without a further charge;
        until then you can take the cancellation back. What is left of a period is not paid back.
      </p>
      {payments === 'stripe' ? (
        <p>
          If a renewal cannot be charged, Premium ends a day after the paid period. It comes back
          when the payment arrives. Who cancels in that time ends the subscription at once.
        </p>
      ) : null}
    </LegalSection>
  );
}
