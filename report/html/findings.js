// The filter of the findings, and links between findings and timeline.
gm.findings = (() => {
  const form = gm.byId("filter");
  const articles = [...document.querySelectorAll("article.finding")];
  const top = articles.filter((a) => a.parentElement.id === "list");

  // ranks turns "0-3,7" into a test.
  const ranks = (list) => {
    const parts = list.split(",").filter(Boolean).map((p) => p.split("-").map(Number));
    return (n) => parts.some(([a, b]) => n >= a && n <= (b ?? a));
  };
  const own = new Map(articles.map((a) => [a, {
    text: a.textContent.toLowerCase(), has: ranks(a.dataset.ranks), rule: a.dataset.rule, severity: a.dataset.severity,
  }]));

  // wanted reads the form.
  const wanted = () => {
    const rank = gm.byId("rank").value.trim();
    return {
      words: gm.byId("q").value.toLowerCase().split(/\s+/).filter(Boolean),
      rule: gm.byId("rule").value,
      rank: /^\d+$/.test(rank) ? Number(rank) : null,
      severities: new Set([...form.querySelectorAll("[name=severity]:checked")].map((c) => c.value)),
    };
  };
  const fits = (f, w) => w.severities.has(f.severity) && (!w.rule || f.rule === w.rule) &&
    (w.rank === null || f.has(w.rank)) && w.words.every((word) => f.text.includes(word));

  // A finding stays if it fits itself or one that follows from it does.
  const apply = () => {
    const w = wanted();
    let shown = 0;
    for (const a of top) {
      const all = [a, ...a.querySelectorAll("article.finding")];
      a.hidden = !all.some((x) => fits(own.get(x), w));
      if (!a.hidden) shown++;
    }
    gm.byId("shown").textContent = shown === top.length ? `${shown} of ${top.length} findings shown` :
      `${shown} of ${top.length} findings shown; the filter hides the others`;
  };

  // open brings a finding into view, whatever hides it.
  const open = (id) => {
    const a = gm.byId(id);
    if (!a) return;
    if (form && a.closest("article.finding[hidden]")) {
      form.reset();
      apply();
    }
    for (let d = a; d; d = d.parentElement) if (d.tagName === "DETAILS") d.open = true;
    a.querySelector("details").open = true;
    document.querySelectorAll(".finding.target").forEach((x) => x.classList.remove("target"));
    a.classList.add("target");
    a.scrollIntoView({ block: "start" });
    a.focus({ preventScroll: true });
  };

  if (form) {
    form.hidden = false;
    form.addEventListener("input", apply);
    form.addEventListener("submit", (e) => e.preventDefault());
    form.addEventListener("reset", () => setTimeout(apply));
    const fold = gm.byId("fold");
    const label = () => {
      const any = articles.some((a) => a.querySelector("details").open);
      fold.textContent = any ? "Fold all" : "Unfold all";
      fold.setAttribute("aria-pressed", String(!any));
    };
    fold.addEventListener("click", () => {
      const any = articles.some((a) => a.querySelector("details").open);
      articles.forEach((a) => { a.querySelector("details").open = !any; });
      label();
    });
    label();
    apply();
  }
  const follow = () => { if (/^#f[\d-]+$/.test(location.hash)) open(location.hash.slice(1)); };
  addEventListener("hashchange", follow);
  follow();
  return { open };
})();
