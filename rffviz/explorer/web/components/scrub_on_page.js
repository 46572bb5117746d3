// One control for all plots of a page that have its frames; they are found by the class of their place, and the sentences
// under them stand in parts of their own.
export default function (component) {
  const { data, parentElement, setTriggerValue } = component
  return rffvizScrub(parentElement, data, {
    plots: () => data.plots.flatMap((plot) => [...document.querySelectorAll(`.st-key-${plot} .js-plotly-plot`)]),
    say: (at) => data.plots.forEach((plot) => window.rffvizReadouts?.[plot]?.(at)),
    // where motion is welcome: the answer to a scene from its first frame on; a page once in a session where the link
    // names neither a position nor a scene
    plays: () => {
      const link = new URLSearchParams(location.search), played = "rffviz-played"
      const named = ["waves", "scene", "present", "embed"].some((name) => link.has(name))
      if (matchMedia("(prefers-reduced-motion: reduce)").matches) return false
      if (link.get("revealed") === "1" && link.has("present") && link.has("scene")) return data.start === 0
      if (named || sessionStorage.getItem(played)) return false
      sessionStorage.setItem(played, "1")
      return true
    },
    rest: (at) => setTriggerValue("at", at),
    idle: () => document.querySelector("[data-testid=stApp]")?.dataset.testScriptState === "notRunning",
  })
}
