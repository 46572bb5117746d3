// Runs the page again when a file that is watched was saved: the server answers as soon as it was, or after a while.
// The page's next run replaces what waits here; if none follows, the message was lost, and is sent again.
export default function ({ data, setTriggerValue }) {
  window.rffvizSaved?.abort()
  const end = (window.rffvizSaved = new AbortController())
  const look = async () => {
    while (!end.signal.aborted) {
      const answer = document.hidden ? null : await fetch(`saved?since=${data.serial}`, { signal: end.signal }).catch(() => null)
      const told = answer?.ok ? await answer.json().catch(() => data) : data
      if (end.signal.aborted) return
      if (told.serial !== data.serial) setTriggerValue("saved", told.serial)
      if (told.serial !== data.serial || !answer?.ok) await new Promise((done) => setTimeout(done, 3000))
    }
  }
  look()
  return () => end.abort()
}
