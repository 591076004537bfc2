// Compares two screenshots. Evaluated in an empty page.
globalThis.pixels = (() => {
  const pictures = {}
  function luminance([red, green, blue]) {
    const [r, g, b] = [red, green, blue].map(c => c / 255).map(c =>
      c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    return 0.2126729 * r + 0.7151522 * g + 0.0721750 * b
  }
  function contrast(one, other) {
    const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b)
    return (high + 0.05) / (low + 0.05)
  }
  const over = ([r, g, b, a], behind) => [r, g, b].map((c, at) => c * a + behind[at] * (1 - a))
  return {
    async load(name, base64) {
      const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes], {type: "image/png"}))
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
      const context = canvas.getContext("2d", {willReadFrequently: true})
      context.drawImage(bitmap, 0, 0)
      pictures[name] = context.getImageData(0, 0, bitmap.width, bitmap.height)
      return [bitmap.width, bitmap.height]
    },

    // The least contrast of each item with its background. The item's pixels are those that differ between the
    // screenshot with it and the one without it. Background colours of fewer than `share` of these pixels are
    // ignored. The contrast of an invisible item is 0.
    behind(whole, without, items, share) {
      const {width, height, data} = pictures[whole], bare = pictures[without].data
      return items.map(({color, boxes, behind}) => {
        const colors = new Map()
        let count = 0
        for (const [left, top, right, bottom] of boxes ?? [[0, 0, width, height]]) {
          const [x0, x1] = [Math.max(0, Math.floor(left)), Math.min(width, Math.ceil(right))]
          const [y0, y1] = [Math.max(0, Math.floor(top)), Math.min(height, Math.ceil(bottom))]
          for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) {
            const at = 4 * (y * width + x)
            if (data[at] === bare[at] && data[at + 1] === bare[at + 1] && data[at + 2] === bare[at + 2]) continue
            const key = bare[at] << 16 | bare[at + 1] << 8 | bare[at + 2]
            colors.set(key, (colors.get(key) ?? 0) + 1)
            count++
          }
        }
        let worst = null
        for (const [key, number] of colors) {
          if (number < share * count) continue
          const back = behind ?? [key >> 16, key >> 8 & 255, key & 255]
          const ratio = contrast(over(color, back), back)
          if (!worst || ratio < worst.ratio) worst = {ratio, back: back.slice(0, 3), pixels: count}
        }
        return worst ?? {ratio: 0, back: null, pixels: 0}
      })
    },

    // The most frequent colours, with their shares.
    common(name) {
      const {data} = pictures[name], colors = new Map()
      for (let at = 0; at < data.length; at += 4) {
        const key = data[at] << 16 | data[at + 1] << 8 | data[at + 2]
        colors.set(key, (colors.get(key) ?? 0) + 1)
      }
      return [...colors].sort((a, b) => b[1] - a[1]).slice(0, 4)
        .map(([key, number]) => [[key >> 16, key >> 8 & 255, key & 255], number * 4 / data.length])
    },
  }
})()
undefined
