import { type RefObject, useEffect, useRef, useState } from 'react';

const LOOK_MS = 250;

/** Shows the camera in a video and scans it for a code, until one is accepted or the component unmounts. */
export function useCamera(video: RefObject<HTMLVideoElement | null>, onCode: (text: string) => boolean) {
  const [state, setState] = useState<'starting' | 'on' | 'none'>('starting');
  const take = useRef(onCode);
  useEffect(() => {
    take.current = onCode;
  });
  useEffect(() => {
    let stream: MediaStream | null = null;
    let timer: ReturnType<typeof setInterval> | undefined;
    let over = false;
    const stop = () => {
      over = true;
      clearInterval(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const start = async () => {
      const [{ readQr }, granted] = await Promise.all([
        import('./read-qr.ts'),
        navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }),
      ]);
      stream = granted;
      const element = video.current;
      if (over || !element) return stop();
      element.srcObject = granted;
      await element.play();
      setState('on');
      timer = setInterval(() => {
        const text = readQr(element, element.videoWidth, element.videoHeight);
        if (text && take.current(text)) stop();
      }, LOOK_MS);
    };
    start().catch(() => {
      if (!over) setState('none');
    });
    return stop;
  }, [video]);
  return state;
}
