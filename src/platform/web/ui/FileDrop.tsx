import type { ReactNode } from 'react';
import { DropZone, FileTrigger, Button as PlainButton } from 'react-aria-components';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';

interface FilePickProps {
  /** Media types for the file chooser of the device; phones offer their camera for images. */
  types: readonly string[];
  onFile: (file: File) => void;
  /** Allows several files at once; `onFile` is called for each. */
  isMany?: boolean;
}

interface FileDropProps extends FilePickProps {
  icon: string;
  prompt: string;
  hint: string;
}

/** A drop area for a file, and a button of the same size to choose one. */
export function FileDrop({ icon, prompt, hint, types, onFile }: FileDropProps) {
  return (
    <FileTarget onFile={onFile}>
      <FilePick types={types} onFile={onFile}>
        <PlainButton
          data-acts=""
          className="flex min-h-35 w-full items-center gap-4 rounded-box border-2 border-line-strong border-dashed bg-ground px-5 py-4 text-left group-data-drop-target:border-photos group-data-drop-target:bg-photos-tint data-hovered:border-ink data-pressed:bg-sunk"
        >
          <Icon of={icon} className="text-[2.4rem] text-photos" />
          <span>
            <strong className="block font-semibold leading-snug">{prompt}</strong>
            <span className="text-help text-soft">{hint}</span>
          </span>
        </PlainButton>
      </FilePick>
    </FileTarget>
  );
}

/** Accepts one or several files that are dropped on its children. */
export function FileTarget({
  onFile,
  isMany = false,
  children,
}: Pick<FilePickProps, 'onFile' | 'isMany'> & { children: ReactNode }) {
  return (
    <DropZone
      className="group rounded-box data-focus-visible:focus-ring"
      onDrop={async ({ items }) => {
        const files = items.filter((item) => item.kind === 'file');
        const wanted = isMany ? files : files.slice(0, 1);
        for (const file of await Promise.all(wanted.map((item) => item.getFile()))) onFile(file);
      }}
    >
      {children}
    </DropZone>
  );
}

/** An ordinary button that chooses a file. */
export function FileButton({
  children,
  label,
  ...pick
}: FilePickProps & { label?: string; children: ReactNode }) {
  return (
    <FilePick {...pick}>
      <Button data-acts="" variant="outline" {...(label ? { 'aria-label': label } : {})}>
        {children}
      </Button>
    </FilePick>
  );
}

function FilePick({
  types,
  onFile,
  isMany = false,
  children,
}: FilePickProps & { children: ReactNode }) {
  return (
    <FileTrigger
      acceptedFileTypes={[...types]}
      allowsMultiple={isMany}
      onSelect={(files) => {
        for (const file of files ?? []) onFile(file);
      }}
    >
      {children}
    </FileTrigger>
  );
}
