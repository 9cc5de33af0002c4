import { zodResolver } from '@hookform/resolvers/zod';
import { paths, renameVideoSchema, type Video } from '@moodreel/contract';
import { useForm } from 'react-hook-form';
import { Field } from '../../components/ui/field.tsx';
import { fieldOf } from '../../components/ui/form.tsx';
import { FormDialog } from '../../components/ui/form-dialog.tsx';
import { showPopup } from '../../components/ui/popup.tsx';
import { isNotFound, sendApi } from '../../lib/api.ts';

/** Asks for a new title. */
export function RenameDialog({
  video,
  onClose,
  onRenamed,
}: {
  readonly video: Video;
  readonly onClose: () => void;
  /** Called also where it is not there any more. */
  readonly onRenamed: () => Promise<void>;
}) {
  const form = useForm({
    resolver: zodResolver(renameVideoSchema),
    defaultValues: { title: video.title },
  });
  return (
    <FormDialog
      title="Rename the video"
      form={form}
      submit="Save the title"
      onSend={async (body) => {
        try {
          await sendApi(paths.video(video.id), { method: 'PATCH', body });
        } catch (error) {
          if (!isNotFound(error)) throw error;
          void showPopup({ title: 'Error!', text: 'This video was deleted.' });
        }
        await onRenamed();
        onClose();
      }}
      onClose={onClose}
    >
      <Field
        label="Title"
        dir="auto"
        autoComplete="off"
        maxLength={80}
        {...fieldOf(form, 'title')}
      />
    </FormDialog>
  );
}
