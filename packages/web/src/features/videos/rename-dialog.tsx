import { zodResolver } from '@hookform/resolvers/zod';
import { paths, renameVideoSchema, type Video } from '@moodreel/contract';
import { useForm } from 'react-hook-form';
import { Button } from '../../components/ui/button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { Field } from '../../components/ui/field.tsx';
import { FormError } from '../../components/ui/form-error.tsx';
import { messageOf, sendApi } from '../../lib/api.ts';

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
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(renameVideoSchema),
    defaultValues: { title: video.title },
  });
  const submit = handleSubmit(async (body) => {
    try {
      await sendApi(paths.video(video.id), { method: 'PATCH', body });
      await onRenamed();
      onClose();
    } catch (error) {
      setError('root', { message: messageOf(error) });
    }
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Rename the video"
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <Field
          label="Title"
          autoComplete="off"
          maxLength={80}
          error={formState.errors.title?.message}
          {...register('title')}
        />
        <FormError message={formState.errors.root?.message} />
        <div className="flex justify-end gap-3">
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={formState.isSubmitting}>
            Save the title
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
