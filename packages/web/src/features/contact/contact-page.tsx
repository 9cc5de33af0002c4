import { zodResolver } from '@hookform/resolvers/zod';
import { type ContactMessage, contactSchema, paths } from '@moodreel/contract';
import { useForm } from 'react-hook-form';
import { PuppetStage } from '../../components/brand/puppet-stage.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Field, TextArea } from '../../components/ui/field.tsx';
import { Form, fieldOf, Submit } from '../../components/ui/form.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { showPopup } from '../../components/ui/popup.tsx';
import { Loading } from '../../components/ui/spinner.tsx';
import { ApiError, sendApi } from '../../lib/api.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useSession } from '../../lib/session.ts';
import { contactDraft, dropContactDraft, useContactDraft } from './contact-draft.ts';

/** A message to the people behind the curtain. */
export function ContactPage() {
  const session = useSession();
  usePageTitle('Contact Us', 'Write to the people who make Moodreel.');
  return (
    <div className="page-width grid grid-cols-1 items-end gap-12 md:grid-cols-[minmax(0,34rem)_minmax(14rem,1fr)]">
      <section>
        <PageHeader slate="Backstage" title="Contact Us">
          Applause, boos and bug reports are all read by people.
        </PageHeader>
        <Card>
          {session.status === 'loading' ? (
            <Loading className="min-h-116" />
          ) : (
            <ContactForm {...(session.status === 'signed-in' ? session.user : visitor)} />
          )}
        </Card>
      </section>
      <div aria-hidden="true" className="hidden justify-center self-stretch md:flex">
        <PuppetStage emotions={['disgust', 'surprise', 'happy']} />
      </div>
    </div>
  );
}

const visitor = { id: '', email: '' };

function ContactForm({ id, email }: { readonly id: string; readonly email: string }) {
  const empty: ContactMessage = { subject: '', email, message: '', website: '' };
  const form = useForm({
    resolver: zodResolver(contactSchema),
    defaultValues: { ...empty, ...contactDraft(id) },
  });
  useContactDraft(form, id, empty);
  async function send(body: ContactMessage): Promise<void> {
    const typed = form.getValues();
    try {
      await sendApi(paths.contact(), { method: 'POST', body });
      // Who has written on meanwhile has that still to send.
      if (JSON.stringify(form.getValues()) === JSON.stringify(typed)) {
        form.reset(empty);
        dropContactDraft();
      }
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
  }
  return (
    <Form form={form} onSend={send}>
      <Field label="Subject" dir="auto" required {...fieldOf(form, 'subject')} />
      <Field label="Email" type="email" autoComplete="email" required {...fieldOf(form, 'email')} />
      <TextArea label="Message" dir="auto" required {...fieldOf(form, 'message')} />
      {/* A trap for programs that fill in everything; people neither see nor reach it. */}
      <div aria-hidden="true" className="absolute -left-[200vw]">
        <label>
          Website
          <input tabIndex={-1} autoComplete="off" {...form.register('website')} />
        </label>
      </div>
      <Submit size="large">Send message</Submit>
    </Form>
  );
}
