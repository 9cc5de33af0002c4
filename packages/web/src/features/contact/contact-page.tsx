import { zodResolver } from '@hookform/resolvers/zod';
import { contactSchema, paths } from '@moodreel/contract';
import { useForm } from 'react-hook-form';
import { PuppetStage } from '../../components/brand/puppet-stage.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Field, TextArea } from '../../components/ui/field.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { showPopup } from '../../components/ui/popup.tsx';
import { ApiError, sendApi } from '../../lib/api.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useSession } from '../../lib/session.ts';

/** A message to the people behind the curtain. */
export function ContactPage() {
  const session = useSession();
  usePageTitle('Contact Us', 'Write to the people who make Moodreel.');
  return (
    <div className="page-width grid grid-cols-1 items-end gap-12 md:grid-cols-[minmax(0,34rem)_1fr]">
      <section>
        <PageHeader slate="Backstage" title="Contact Us">
          Applause, boos and bug reports are all read by people.
        </PageHeader>
        <Card>
          {session.status === 'loading' ? null : (
            <ContactForm email={session.status === 'signed-in' ? session.user.email : ''} />
          )}
        </Card>
      </section>
      <div aria-hidden="true" className="hidden justify-center self-stretch md:flex">
        <PuppetStage emotions={['disgust', 'surprise', 'happy']} />
      </div>
    </div>
  );
}

function ContactForm({ email }: { readonly email: string }) {
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: zodResolver(contactSchema),
    defaultValues: { subject: '', email, message: '', website: '' },
  });
  const submit = handleSubmit(async (body) => {
    try {
      await sendApi(paths.contact(), { method: 'POST', body });
      reset();
      void showPopup({
        title: 'Message sent successfully',
        text: 'We will get back to you soon!',
      });
    } catch (error) {
      const hint = error instanceof ApiError && error.status === 429 ? error.message : undefined;
      void showPopup({
        title: 'Failed to send message',
        text: 'Please try again later!',
        hint: hint ?? 'What you wrote is still here.',
      });
    }
  });
  const { errors, isSubmitting } = formState;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Field label="Subject" required error={errors.subject?.message} {...register('subject')} />
      <Field
        label="Email"
        type="email"
        autoComplete="email"
        required
        error={errors.email?.message}
        {...register('email')}
      />
      <TextArea label="Message" required error={errors.message?.message} {...register('message')} />
      {/* A trap for programs that fill in everything; people neither see nor reach it. */}
      <div aria-hidden="true" className="absolute -left-[200vw]">
        <label>
          Website
          <input tabIndex={-1} autoComplete="off" {...register('website')} />
        </label>
      </div>
      <Button type="submit" size="large" busy={isSubmitting}>
        Send message
      </Button>
    </form>
  );
}
