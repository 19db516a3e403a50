import { clsx } from 'clsx';
import { useMemo } from 'react';
import { encode } from 'uqr';
import { copyText } from '../../lib/page/save-and-copy.ts';
import { Button } from '../form/button.tsx';
import { IconCopy } from '../icon/icons.ts';

/** Scanners need dark on light in both schemes. */
const CODE = clsx(
  'flex-none size-38 p-2 border border-border rounded-box bg-[#ffffff]',
  '[&_svg]:block [&_svg]:size-full [&_path]:fill-[#15212b]',
);

interface AddressBoxProps {
  label: string;
  address: string;
}

/** An address with its QR code and a button that copies it. */
export function AddressBox({ label, address }: AddressBoxProps) {
  return (
    <div className="flex items-start gap-6 max-md:flex-col max-md:items-center">
      <QrCode text={address} label={`QR-Code der Adresse ${address}`} />
      <div className="min-w-0 max-md:w-full max-md:[&_button]:w-full">
        <p className="text-sm font-semibold">{label}</p>
        <p className="mx-0 mt-0.5 mb-3 text-[14px]/5.5 font-550 text-balance mono-address">{address}</p>
        <Button icon={IconCopy} onClick={() => void copyText(address)}>
          Adresse kopieren
        </Button>
      </div>
    </div>
  );
}

/** One path of squares: no canvas, no image, sharp at every size and on paper. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const code = encode(text, { border: 0, ecc: 'M' });
    let squares = '';
    code.data.forEach((row, y) => {
      row.forEach((dark, x) => {
        if (dark) squares += `M${x} ${y}h1v1h-1z`;
      });
    });
    return { size: code.size, path: squares };
  }, [text]);
  return (
    <div className={CODE}>
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
        <path d={path} />
      </svg>
    </div>
  );
}
