/// What all drawings of levels share: the shapes of things, and their CSS.
package enum Shapes {
  /// The signs that drawings refer to, each in a square of side 1: things, a lost square, a reachable
  /// square, and the frame of the nearest one. A document contains them once.
  package static let signs: Markup = """
    <defs>\
    <g id="zS"><path class="zfS" d="M.46 .6h.08v.32h-.08z"/><rect class="zfS" x=".06" y=".2" width=".88" \
    height=".44" rx=".07"/><text class="zst" \
    x=".5" y=".53">SOS</text></g>\
    <g id="zP"><path class="zh" d="M.5 .13a.14.14 0 0 1 0 .28a.14.14 0 0 1 0-.28zM.25 .88v-.16a.25.25 0 0 1 .5 \
    0v.16z"/><circle class="zfP" cx=".5" cy=".27" r=".14"/><path class="zfP" d="M.25 .88v-.16a.25.25 0 0 1 \
    .5 0v.16z"/></g>\
    <g id="zZ"><path class="zh" d="M.4 .11a.14.14 0 0 1 0 .28a.14.14 0 0 1 0-.28z"/><path class="zh zhZ" \
    d="M.38 .46v.24M.38 .49h.42M.38 .6h.36M.36 .7l-.08.2M.4 .7l.1.2"/><circle class="zfZ" cx=".4" cy=".25" r=".14"/>\
    <path class="zlZ" d="M.38 .46v.24M.38 .49h.42M\
    .38 .6h.36M.36 .7l-.08.2M.4 .7l.1.2"/><path class="zlt" d="M.37 .23h.001M.47 .23h.001"/></g>\
    <g id="zB"><rect class="zfB" x=".07" y=".12" width=".86" height=".76" rx=".07"/><path class="zlt zlb" \
    d="M.07 .373h.86M.07 .627h.86M.5 .12v.253M.3 .373v.254M.7 .373v.254M.5 .627v.253"/></g>\
    <g id="zF"><path class="zh" d="M.12 .41h.34l.16-.13v.44l-.16-.13h-.34z"/><path class="zh zhF" d="M.72 .5h\
    .18M.71 .34l.15-.1M.71 .66l.15.1"/><path class="zfF" d="M.12 .41h.34l.16-.13v.44l-.16-.13h-.34z"/><path class="zlF" d="M.72 .5h\
    .18M.71 .34l.15-.1M.71 .66l.15.1"/></g>\
    <g id="zl"><path class="zlD" d="M.05 .3l.25-.25M.05 .55l.5-.5M.05 .8l.75-.75M.2 .95l.75-.75M.45 .95l.5-.5\
    M.7 .95l.25-.25"/></g>\
    <g id="zr"><path class="zfR" d="M0 0h1v1h-1z"/><circle class="zfP" cx=".14" cy=".14" r=".06"/></g>\
    <g id="zN"><rect class="zlR" x=".05" y=".05" width=".9" height=".9" rx=".12"/></g>\
    <marker id="zm" viewBox="0 0 10 10" refX="5" refY="5" markerWidth="2.6" markerHeight="2.6" \
    orient="auto"><path class="zfw" d="M1 0L9 5L1 10z"/></marker>\
    </defs>
    """

  /// The CSS of the shapes, in the colours of ``PictureColors``.
  package static let style: String = {
    var css = """
      .zL,.zD,.zs{stroke:var(--grid);stroke-width:.03}.zL{fill:var(--lit)}.zD{fill:var(--dim)}\
      \(thingStyle)\
      .zn,.zi,.zl0{text-anchor:middle;font-variant-numeric:tabular-nums}.zn{font-size:.3px}\
      .zl0{font-size:.27px;fill:var(--soft)}\
      .zi{font-size:.3px;font-weight:700;fill:var(--ink);stroke:var(--card);stroke-width:.06px;\
      paint-order:stroke}.zie{text-anchor:end}
      """
    for number in PictureColors.shades.indices {
      css += ".zs\(number){fill:var(--s\(number))}.zt\(number){fill:var(--t\(number))}"
    }
    return css
  }()

  /// The CSS of things and paths.
  package static let thingStyle = """
    .zfS{fill:var(--signpost)}.zfP{fill:var(--start)}.zfZ{fill:var(--zombie)}.zfB{fill:var(--block)}\
    .zfF{fill:var(--flashlight)}.zfR{fill:var(--start);fill-opacity:.16}\
    .zlt,.zlZ,.zlF,.zlD,.zlR,.zw,.zwh,.zx{fill:none;stroke-linecap:round;stroke-linejoin:round}\
    .zh{fill:var(--card);stroke:var(--card);stroke-width:.08;stroke-linejoin:round}\
    .zhZ,.zhF{stroke-linecap:round}.zhZ{stroke-width:.18}.zhF{stroke-width:.15}\
    .zlt{stroke:var(--thing);stroke-width:.055}.zlb{stroke-width:.045;stroke-linecap:butt}\
    .zlZ{stroke:var(--zombie);stroke-width:.1}.zlF{stroke:var(--flashlight);stroke-width:.07}\
    .zlD{stroke:var(--danger);stroke-width:.035}.zlR{stroke:var(--start);stroke-width:.06}\
    .zw{stroke:var(--way);stroke-width:.09;marker-mid:url(#zm)}.zfw{fill:var(--way)}\
    .zwh{stroke:var(--card);stroke-width:.24}\
    .zx{stroke:var(--danger);stroke-width:.14;stroke-linecap:butt}\
    .zst{font-size:.32px;font-weight:700;text-anchor:middle;fill:var(--thing)}
    """
}
