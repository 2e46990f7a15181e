// Browsers start no worker for a page from the disk, so there its script runs in a hidden frame.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      frame.srcdoc =
        `<script>self.postMessage = (data) => frameElement.heard(data)</script>` +
        `<script src="${address}"></script>`;
      frame.heard = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      this.inside = new Promise((ready) => {
        frame.addEventListener("load", () => ready(frame.contentWindow));
      });
      document.documentElement.append(frame);
    }

    postMessage(data) {
      this.inside.then((inside) => inside.dispatchEvent(new MessageEvent("message", { data })));
    }
  };
}
