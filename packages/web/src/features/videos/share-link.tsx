import { toast } from 'sonner';
import { Field } from '../../components/ui/field.tsx';
import { showPopup } from '../../components/ui/popup.tsx';

/** Hands a link to the device's share sheet; where there is none, copies it and says so. */
export async function shareLink(url: string, title: string): Promise<void> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title, url });
      return;
    } catch (error) {
      // The user closed the sheet: that is an answer.
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    toast.success('Link copied. Paste it wherever you like.');
  } catch {
    // Without https a page may not write to the clipboard.
    void showPopup({
      title: 'Share this link',
      text: 'It is marked already: copy it from here.',
      content: <LinkField url={url} />,
    });
  }
}

/** A link to be copied by hand: all of it is marked as soon as it has the focus. */
function LinkField({ url }: { readonly url: string }) {
  return (
    <Field
      label="Link"
      readOnly
      value={url}
      onFocus={({ currentTarget }) => currentTarget.select()}
    />
  );
}
