// Unpacks the module of the game (unpack.c). The page holds it in parts, and each is unpacked while the next is arriving.
class Unpacker {
  constructor(program) {
    const bytes = Uint8Array.from(atob(program), digit => digit.charCodeAt());
    this.exports = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
    this.place = this.exports.feed(0);
  }

  // Takes the next part of the text from the element before a script, and removes both.
  take(script) {
    const part = script.previousElementSibling, text = part.textContent;
    const { written } = new TextEncoder().encodeInto(text, new Uint8Array(this.exports.memory.buffer, this.place));
    this.place = this.exports.feed(written);
    part.remove();
    script.remove();
  }

  // Runs the game, after the last part. Its scripts are a section of the module.
  begin() {
    const place = this.exports.finish(), { buffer } = this.exports.memory;
    this.module = new WebAssembly.Module(new Uint8Array(buffer, place, new DataView(buffer).getUint32(place - 4, true)));
    const script = document.createElement("script");
    script.textContent = new TextDecoder().decode(WebAssembly.Module.customSections(this.module, "script")[0]);
    document.body.append(script);
  }
}

const unpacker = new Unpacker(document.getElementById("unpacker").textContent);
