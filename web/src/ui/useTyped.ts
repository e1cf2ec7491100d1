import { useEffect, useRef, useState } from 'react';

// useTyped holds the text of a field whose page stores it in the address. The address changes some time after a key, and
// until then the field would lose further keys and the place of the cursor.
export function useTyped(value: string, onChange: (value: string) => void): [text: string, type: (text: string) => void] {
  const [text, setText] = useState(value);
  const sent = useRef<string[]>([]); // texts that the address does not have yet
  const known = useRef(value);
  useEffect(() => {
    if (known.current === value) return;
    known.current = value;
    const place = sent.current.indexOf(value);
    sent.current = sent.current.slice(place + 1);
    if (place >= 0) return;
    // Something else changed the address, such as a link.
    sent.current = [];
    setText(value);
  }, [value]);
  const type = (next: string) => {
    sent.current.push(next);
    setText(next);
    onChange(next);
  };
  return [text, type];
}
