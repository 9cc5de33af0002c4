import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NotFetched } from '../../components/not-fetched.tsx';
import { Card } from '../../components/ui/card.tsx';
import { DefinitionList } from '../../components/ui/definition-list.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { Loading } from '../../components/ui/spinner.tsx';
import { ThemeChoice } from '../../components/ui/theme-choice.tsx';
import { WithPublicConfig } from '../../components/with-public-config.tsx';
import { callNamed } from '../../lib/api.ts';
import { ownDayText } from '../../lib/dates.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useSession } from '../../lib/session.ts';
import { planText, useSubscription } from '../../lib/subscription.ts';
import { AccountForm } from './account-form.tsx';
import { CardForm, CardFormLoading } from './card-form.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { MyData } from './my-data.tsx';
import { ProviderCard } from './provider-card.tsx';
import { Sessions } from './sessions.tsx';
import { VerifyEmail } from './verify-email.tsx';

/** Edit Profile: account details, card, account information, sessions, data, theme, the exit. */
export function ProfilePage() {
  usePageTitle('Edit Profile', 'Your Moodreel account: details, sessions and data.');
  const session = useSession();
  if (session.status !== 'signed-in') return null;
  return (
    <div className="page-width">
      <PageHeader slate="Your dressing room" title="Edit Profile" />
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] lg:gap-10">
        <div className="flex flex-col gap-8">
          <Section title="Update Account Details">
            <AccountForm userId={session.user.id} />
          </Section>
          <Section title="Update Credit Card">
            <WithPublicConfig loading={<CardFormLoading />}>
              {({ payments }) => (payments === 'stripe' ? <ProviderCard /> : <CardForm />)}
            </WithPublicConfig>
          </Section>
        </div>
        <div className="flex flex-col gap-8">
          <Section title="Account Information">
            <AccountInformation userId={session.user.id} picture={session.user.profilePic} />
            {session.user.emailVerified ? null : <VerifyEmail email={session.user.email} />}
          </Section>
          <Section title="Where you are signed in">
            <Sessions />
          </Section>
          <Section title="Look">
            <ThemeChoice />
          </Section>
          <Section title="Your data">
            <MyData />
            {session.isAdmin ? null : <DeleteAccount />}
          </Section>
        </div>
      </div>
    </div>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Card>
        <h2 className="mb-5 text-h3">{title}</h2>
        {children}
      </Card>
    </section>
  );
}

const userInfoKey = ['user-info'] as const;

function AccountInformation({
  userId,
  picture,
}: {
  readonly userId: string;
  readonly picture: string;
}) {
  const info = useQuery({
    queryKey: userInfoKey,
    queryFn: () => callNamed('getUserInfo', { userId }),
  });
  const { cancelled } = useSubscription();
  if (info.isPending)
    return <Loading className="min-h-118 sm:min-h-104 lg:min-h-118 xl:min-h-111" />;
  if (!info.data) return <NotFetched query={info} />;
  const { email, createdAt, subscriptionType, subscriptionPlan, startDate, endDate } = info.data;
  return (
    <>
      <img
        src={picture}
        alt="Your profile"
        width={88}
        height={88}
        className="mb-2 rounded-full border-2 border-line bg-stage"
      />
      <DefinitionList
        rows={[
          ['Email', email],
          ['Creation date', ownDayText(createdAt)],
          ['Subscription type', subscriptionType === 'paid' ? 'Paid' : 'Free'],
          ['Subscription plan', planText(subscriptionPlan)],
          ['Start date', ownDayText(startDate)],
          ['End date', `${ownDayText(endDate)}${cancelled ? ', not renewed' : ''}`],
        ]}
      />
    </>
  );
}
