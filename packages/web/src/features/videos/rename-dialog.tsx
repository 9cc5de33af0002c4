import { zodResolver } from '@hookform/resolvers/zod';
import { paths, renameVideoSchema, type Video } from '@moodreel/contract';
import { useForm } from 'react-hook-form';
import { Dialog } from '../../components/ui/dialog.tsx';
import { Field } from '../../components/ui/field.tsx';
import { Form, fieldOf, Submit } from '../../components/ui/form.tsx';
import { sendApi } from '../../lib/api.ts';

/** Asks for a new title. */
export function RenameDialog({
  video,
  onClose,
  onRenamed,
}: {
  readonly video: Video;
  readonly onClose: () => void;
  readonly onRenamed: () => Promise<void>;
}) {
  const form = useForm({
    resolver: zodResolver(renameVideoSchema),
    defaultValues: { title: video.title },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Rename the video"
    >
      <Form
        form={form}
        onSend={async (body) => {
          await sendApi(paths.video(video.id), { method: 'PATCH', body });
          await onRenamed();
          onClose();
        }}
      >
        <Field label="Title" autoComplete="off" maxLength={80} {...fieldOf(form, 'title')} />
        <Submit onCancel={onClose}>Save the title</Submit>
      </Form>
    </Dialog>
  );
}
