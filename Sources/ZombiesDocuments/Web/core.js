// The game in its WebAssembly module: takes an event as a line of text, and answers with a screen.
class Core {
  constructor(module) {
    this.exports = new WebAssembly.Instance(module, {}).exports;
  }

  // The screen after an event; null before the game begins.
  ask(event) {
    const { allocate, release, answer, memory } = this.exports;
    const bytes = new TextEncoder().encode(event);
    const question = allocate(bytes.length);
    new Uint8Array(memory.buffer, question, bytes.length).set(bytes);
    const text = answer(question, bytes.length);
    release(question);
    const length = new DataView(memory.buffer).getUint32(text, true);
    const told = new TextDecoder().decode(new Uint8Array(memory.buffer, text + 4, length));
    release(text);
    return told ? JSON.parse(told) : null;
  }

  // The whole state of the game. Between two events, that is the memory of the module.
  get image() {
    return this.exports.memory.buffer.slice(0);
  }

  set image(image) {
    const { memory } = this.exports;
    const missing = image.byteLength - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / 65536));
    new Uint8Array(memory.buffer).set(new Uint8Array(image));
  }
}
