import { IconCopy } from '@tabler/icons-react';
import { useMemo } from 'react';
import { encode } from 'uqr';
import { copyText } from '../lib/clipboard.ts';
import classes from './address-box.module.css';
import { Button } from './button.tsx';

interface AddressBoxProps {
  label: string;
  address: string;
}

/** An address with its QR code and a button that copies it. */
export function AddressBox({ label, address }: AddressBoxProps) {
  return (
    <div className={classes.box}>
      <QrCode text={address} label={`QR-Code der Adresse ${address}`} />
      <div className={classes.text}>
        <p className={classes.label}>{label}</p>
        <p className={`${classes.address} mono-address`}>{address}</p>
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
    <div className={classes.code}>
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
        <path d={path} />
      </svg>
    </div>
  );
}
