/** Says how long ago something was, beside its time: the page may be older than it looks. */
export function addAges(): void {
  const format = new Intl.RelativeTimeFormat('en');
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-age]')) {
    const minutes = Math.round((Date.parse(time.dateTime) - Date.now()) / 60_000);
    if (Number.isNaN(minutes)) continue;
    const [amount, unit] =
      minutes > -90
        ? ([minutes, 'minute'] as const)
        : minutes > -2880
          ? ([Math.round(minutes / 60), 'hour'] as const)
          : ([Math.round(minutes / 1440), 'day'] as const);
    time.after(` (${format.format(amount, unit)})`);
  }
}
