"use strict";
// Draws the board of the JSON object in the element "board"; its keys are those of page.py.
const data = JSON.parse(document.getElementById("board").textContent);
const { shape, directions, classes } = data;
const d = shape.length;
const strides = shape.map((_, axis) => shape.slice(axis + 1).reduce((a, b) => a * b, 1));
const size = shape.reduce((a, b) => a * b, 1);
const occupied = new Uint8Array(size);
data.queens.forEach((index) => { occupied[index] = 1; });
const given = new Set(data.given), blocked = new Set(data.blocked);
const inConflict = new Set(data.conflicts.flat());
const $ = (id) => document.getElementById(id);
const scene = $("scene"), flat = $("layers");
let cursor = null;         // the index of the cell that is pointed at
let attacked = new Map();  // cells on its lines, each with the class of its direction

const coordinates = (index) => shape.map((side, axis) => Math.floor(index / strides[axis]) % side);
const indexOf = (cell) => cell.reduce((sum, value, axis) => sum + value * strides[axis], 0);
const named = (index) => `(${coordinates(index).map((value) => value + 1).join(", ")})`;

// Attack lines --------------------------------------------------------------------------------

function lineThrough(cell, direction, isLeap) {
  const line = [];
  if (data.hyperplanes) {
    const residue = (other) => {
      const sum = other.reduce((total, value, axis) => total + value * direction[axis], 0);
      return ((sum % shape[0]) + shape[0]) % shape[0];
    };
    const wanted = residue(cell);
    for (let index = 0; index < size; index++) {
      if (residue(coordinates(index)) === wanted) line.push(index);
    }
    return line;
  }
  for (const sign of [1, -1]) {
    let other = cell.slice();
    for (;;) {
      other = other.map((value, axis) => value + sign * direction[axis]);
      if (data.torus) other = other.map((value, axis) => (value + shape[axis]) % shape[axis]);
      if (other.some((value, axis) => value < 0 || value >= shape[axis])) break;
      const index = indexOf(other);
      if (data.torus && index === indexOf(cell)) return line;
      if (data.stops && blocked.has(index)) break;
      line.push(index);
      if (isLeap) break;
    }
  }
  return line;
}

function point(index) {
  if (index === cursor) return;
  cursor = index;
  attacked = new Map();
  if (index !== null) {
    const cell = coordinates(index);
    directions.forEach((direction, number) => {
      for (const other of lineThrough(cell, direction, classes[number] === 0)) {
        if (other !== index && !attacked.has(other)) attacked.set(other, classes[number]);
      }
    });
  }
  $("cell").textContent = index === null ? hint : sentence(index);
  draw();
}

function sentence(index) {
  const piece = data.piece, attackers = [...attacked.keys()].filter((other) => occupied[other]);
  const list = attackers.slice(0, 12).map(named).join(", ");
  const more = attackers.length > 12 ? `, and ${attackers.length - 12} more` : "";
  const count = `${attackers.length} ${piece}${attackers.length === 1 ? "" : "s"}`;
  let words = named(index);
  if (blocked.has(index)) return `${words}: a blocked cell.`;
  if (occupied[index]) {
    words += `: a ${given.has(index) ? "given " : ""}${piece}. `;
    words += attackers.length ? `It attacks ${count}: ${list}${more}.` : `It attacks no other ${piece}.`;
  } else {
    words += attackers.length ? `: attacked by ${count}: ${list}${more}.` : ": a free cell.";
  }
  return data.values ? `${words} ${data.values.texts[data.values.of[index]]}.` : words;
}

// What is drawn where -------------------------------------------------------------------------

function place(tables, cell) {
  const at = [0, 0, 0];
  cell.forEach((value, axis) => tables[axis][value].forEach((shift, i) => { at[i] += shift; }));
  return at;
}

function prepared(canvas) {
  const ratio = window.devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const pen = canvas.getContext("2d");
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  return [pen, width, height];
}

function colourOf(cell) {
  return data.colourAxis === null ? data.theme.queen : data.colours[cell[data.colourAxis]];
}

function mark(pen, kind, x, y, r) {  // one sign for each class of direction, besides its colour
  pen.beginPath();
  if (kind === 0) pen.arc(x, y, r, 0, 7);
  else if (kind === 1) { pen.moveTo(x, y - 1.2 * r); pen.lineTo(x + 1.2 * r, y); pen.lineTo(x, y + 1.2 * r); pen.lineTo(x - 1.2 * r, y); }
  else if (kind === 2) { pen.moveTo(x, y - 1.2 * r); pen.lineTo(x + 1.1 * r, y + r); pen.lineTo(x - 1.1 * r, y + r); }
  else pen.rect(x - r, y - r, 2 * r, 2 * r);
  pen.closePath();
  pen.fill();
}

const kindOf = (order) => Math.min(order || Infinity, data.theme.lines.length) - 1;  // 0 is a leap

// The layers ----------------------------------------------------------------------------------

const cells = [...Array(size).keys()];
const cellOf = cells.map(coordinates);
const flatPlaces = cellOf.map((cell) => place(data.flat.tables, cell));
let flatScale = 1, flatLeft = 0, flatTop = 0;
const bounds = (places) => [0, 1, 2].map((i) => {
  let low = Infinity, high = -Infinity;
  for (const at of places) { low = Math.min(low, at[i]); high = Math.max(high, at[i]); }
  return [low, high];
});
const flatBounds = bounds(flatPlaces);

function drawLayers() {
  const [pen, width, height] = prepared(flat);
  const [[left, right], [bottom, top]] = flatBounds;
  const titled = data.flat.titles.some(Boolean), room = titled ? 1.3 : 0.6;
  flatScale = Math.min(width / (right - left + 1 + 1.2), height / (top - bottom + 1 + room + 0.9), 64);
  flatLeft = (width - (right - left + 1) * flatScale) / 2 - left * flatScale + flatScale * 0.5;
  flatTop = (height - (top - bottom + 1 - room) * flatScale) / 2 + top * flatScale + flatScale * 0.5;
  flatTop = Math.min(flatTop, (top + 0.5 + room) * flatScale + 4);
  const s = flatScale, x = (index) => flatLeft + flatPlaces[index][0] * s, y = (index) => flatTop - flatPlaces[index][1] * s;
  pen.lineWidth = 1;
  for (const index of cells) {
    const cell = cellOf[index];
    if (data.values) pen.fillStyle = data.values.colours[data.values.of[index]];
    else pen.fillStyle = data.theme.squares[cell.reduce((a, b) => a + b, 0) % 2];
    if (blocked.has(index)) pen.fillStyle = data.theme.edge;
    pen.fillRect(x(index) - s / 2, y(index) - s / 2, s + 0.4, s + 0.4);
  }
  pen.strokeStyle = data.theme.edge;
  for (const [left, top] of data.flat.corners) {
    const [across, up] = data.flat.axes.map((axis) => shape[axis] * s);
    pen.strokeRect(flatLeft + left * s, flatTop - top * s, across, up ?? s);
  }
  for (const [index, order] of attacked) {
    pen.fillStyle = data.theme.lines[kindOf(order)];
    if (!occupied[index] && !blocked.has(index)) mark(pen, kindOf(order), x(index), y(index), Math.max(s * 0.16, 1));
  }
  for (const index of data.queens) {
    pen.fillStyle = colourOf(cellOf[index]);
    pen.beginPath();
    pen.arc(x(index), y(index), s * 0.38, 0, 7);
    pen.fill();
    pen.strokeStyle = data.theme.text;
    pen.lineWidth = Math.max(s * 0.03, 0.5);
    pen.stroke();
    if (given.has(index)) ring(pen, x(index), y(index), s * 0.3, data.theme.given, s * 0.1);
    if (inConflict.has(index) || (cursor !== null && attacked.has(index))) {
      ring(pen, x(index), y(index), s * 0.44, data.theme.conflict, Math.max(s * 0.1, 1.5));
    }
  }
  if (cursor !== null) {
    pen.strokeStyle = data.theme.accent;
    pen.lineWidth = Math.max(2, s * 0.08);
    pen.strokeRect(x(cursor) - s / 2, y(cursor) - s / 2, s, s);
  }
  labelLayers(pen, s);
}

function ring(pen, x, y, radius, colour, width) {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 7);
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.stroke();
}

function labelLayers(pen, s) {
  pen.fillStyle = data.theme.text_2;
  pen.textBaseline = "bottom";
  pen.textAlign = "left";
  if (s > 5) {
    pen.font = `${Math.max(Math.min(s * 0.8, 14), 8)}px system-ui, sans-serif`;
    data.flat.titles.forEach((title, number) => {
      const [left, top] = data.flat.corners[number];
      pen.fillText(title, flatLeft + left * s, flatTop - top * s - 2);
    });
  }
  if (s < 13) return;
  pen.font = `${Math.min(s * 0.45, 12)}px system-ui, sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "top";
  const [left, , bottom] = data.flat.first, [across, up] = data.flat.axes;
  for (let value = 0; value < shape[across]; value++) {
    pen.fillText(value + 1, flatLeft + (left + 0.5 + value) * s, flatTop - bottom * s + 2);
  }
  pen.textAlign = "right";
  pen.textBaseline = "middle";
  for (let value = 0; up !== undefined && value < shape[up]; value++) {
    pen.fillText(value + 1, flatLeft + left * s - 3, flatTop - (bottom + 0.5 + value) * s);
  }
}

function cellAt(event) {
  const box = flat.getBoundingClientRect();
  const x = (event.clientX - box.left - flatLeft) / flatScale, y = (flatTop - event.clientY + box.top) / flatScale;
  const found = flatPlaces.findIndex((at) => Math.abs(at[0] - x) <= 0.5 && Math.abs(at[1] - y) <= 0.5);
  return found < 0 ? null : found;
}

// The scene -----------------------------------------------------------------------------------

const START = { azimuth: d > 3 ? -76 : -57, elevation: [50, 20, 30][Math.min(Math.max(d, 2), 4) - 2], zoom: 1 };
let camera = { ...START };
let sprites = new Map();
let projected = [];
const hasGap = d > 2 && d < 6;  // from six coordinates on, blocks stand one above another as well
const gap = () => (hasGap ? Number($("gap").value) : 0);
function scenePlace(cell) {
  const at = place(data.scene.tables, cell);
  if (hasGap) at[2] += cell[2] * gap();
  return at;
}

function sprite(colour, r) {
  const key = `${colour} ${r}`;
  if (!sprites.has(key)) {
    const image = document.createElement("canvas"), ratio = window.devicePixelRatio || 1;
    image.width = image.height = Math.ceil(2 * (r + 1) * ratio);
    const pen = image.getContext("2d");
    pen.scale(ratio, ratio);
    const shade = pen.createRadialGradient(r * 0.65, r * 0.6, r * 0.1, r, r, r * 1.05);
    shade.addColorStop(0, "#ffffff");
    shade.addColorStop(0.25, colour);
    shade.addColorStop(1, "#15181d");
    pen.fillStyle = shade;
    pen.beginPath();
    pen.arc(r + 1, r + 1, r, 0, 7);
    pen.fill();
    sprites.set(key, image);
  }
  return sprites.get(key);
}

function drawScene() {
  const [pen, width, height] = prepared(scene);
  const where = scenePlace, [low, high] = data.scene.bounds.map((corner) => corner.slice());
  if (hasGap) high[2] += (shape[2] - 1) * gap();
  const middle = low.map((value, i) => (value + high[i]) / 2);
  const extent = low.map((value, i) => high[i] - value), around = Math.hypot(extent[0], extent[1]) / 2;
  const radius = Math.hypot(...extent) / 2;
  const turn = camera.azimuth * Math.PI / 180, rise = camera.elevation * Math.PI / 180;
  const eye = [Math.cos(rise) * Math.cos(turn), Math.cos(rise) * Math.sin(turn), Math.sin(rise)];
  const right = [-Math.sin(turn), Math.cos(turn), 0];
  const up = [-Math.sin(rise) * Math.cos(turn), -Math.sin(rise) * Math.sin(turn), Math.cos(rise)];
  const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const tall = Math.abs(Math.cos(rise)) * extent[2] / 2 + Math.abs(Math.sin(rise)) * around;
  const distance = 4 * radius, scale = 0.41 * Math.min(width / around, height / tall) * camera.zoom;
  const project = (at) => {
    const from = at.map((value, i) => value - middle[i]);
    const depth = dot(from, eye), near = distance / (distance - depth);
    return [width / 2 + dot(from, right) * scale * near, height / 2 - dot(from, up) * scale * near, depth, near];
  };
  floors(pen, where, project, eye);
  const line = (from, to, colour, wide, dash) => {
    pen.beginPath();
    pen.moveTo(from[0], from[1]);
    pen.lineTo(to[0], to[1]);
    pen.strokeStyle = colour;
    pen.lineWidth = wide;
    pen.setLineDash(dash);
    pen.stroke();
    pen.setLineDash([]);
  };
  for (const [first, second] of data.conflicts) {
    line(project(where(cellOf[first])), project(where(cellOf[second])), data.theme.conflict, 3, []);
  }
  if (cursor !== null && attacked.size < 4000) {
    for (const [index, order] of attacked) {
      if (blocked.has(index)) continue;
      const [x, y, , near] = project(where(cellOf[index]));
      pen.fillStyle = data.theme.lines[kindOf(order)];
      mark(pen, kindOf(order), x, y, Math.max(0.09 * scale * near, 1.5));
    }
  }
  projected = data.queens.map((index) => {
    const [x, y, depth, near] = project(where(cellOf[index]));
    return [x, y, depth, Math.max(Math.round(0.38 * scale * near * 2) / 2, 1), index];
  });
  projected.sort((a, b) => a[2] - b[2]);
  for (const [x, y, , r, index] of projected) {
    pen.drawImage(sprite(colourOf(cellOf[index]), r), x - r - 1, y - r - 1, 2 * r + 2, 2 * r + 2);
    if (given.has(index)) ring(pen, x, y, r * 0.7, data.theme.given, r * 0.25);
    if (inConflict.has(index) || attacked.has(index)) ring(pen, x, y, r * 1.1, data.theme.conflict, Math.max(r * 0.22, 2));
  }
  if (cursor !== null) {
    const [x, y, , near] = project(where(cellOf[cursor]));
    ring(pen, x, y, 0.5 * scale * near, data.theme.accent, 3);
  }
}

function floors(pen, where, project, eye) {  // the floor of every layer, or the frame of each block
  const [across, up] = data.scene.axes;
  const others = shape.map((_, axis) => axis).filter((axis) => axis !== across && axis !== up);
  let boards = [shape.map(() => 0)];
  for (const axis of others) boards = boards.flatMap((cell) => [...Array(shape[axis]).keys()].map((value) => { const copy = cell.slice(); copy[axis] = value; return copy; }));
  if (boards.length > 600) boards = boards.filter((cell) => cell[data.scene.layered] === 0);
  pen.strokeStyle = data.theme.edge;
  const far = up === undefined ? 1 : shape[up];
  const fine = boards.length * (shape[across] + far) < 1500;
  for (const cell of boards) {
    const [x, y, z] = where(cell), corner = (i, j) => project([x - 0.5 + i, y - 0.5 + j, z - 0.42]);
    const path = (from, to) => { pen.moveTo(from[0], from[1]); pen.lineTo(to[0], to[1]); };
    pen.globalAlpha = 0.55;
    pen.fillStyle = data.theme.floor;
    const ends = [corner(0, 0), corner(shape[across], 0), corner(shape[across], far), corner(0, far)];
    pen.beginPath();
    ends.forEach(([px, py], i) => (i ? pen.lineTo(px, py) : pen.moveTo(px, py)));
    pen.closePath();
    pen.lineWidth = 1;
    if (cell[data.scene.layered ?? 0] === 0 && eye[2] > 0) pen.fill();
    pen.stroke();
    pen.globalAlpha = 0.22;
    pen.beginPath();
    const isLowest = data.scene.layered === null || cell[data.scene.layered] === 0;
    for (let i = 1; (fine || isLowest) && i < shape[across]; i++) path(corner(i, 0), corner(i, far));
    for (let j = 1; (fine || isLowest) && j < far; j++) path(corner(0, j), corner(shape[across], j));
    pen.stroke();
    pen.globalAlpha = 1;
  }
}

function queenAt(event) {  // the nearest queen under the pointer
  const box = scene.getBoundingClientRect(), x = event.clientX - box.left, y = event.clientY - box.top;
  const hit = projected.filter(([px, py, , r]) => Math.hypot(px - x, py - y) <= Math.max(r, 4));
  return hit.length ? hit[hit.length - 1][4] : null;
}

// What the reader does ------------------------------------------------------------------------

const hint = "Point at a cell of the layers or at a piece of the scene: its attack lines are shown.";
const draw = () => { drawLayers(); drawScene(); };
let drag = null, turning = null;

scene.addEventListener("pointerdown", (event) => { drag = [event.clientX, event.clientY]; scene.setPointerCapture(event.pointerId); });
scene.addEventListener("pointerup", () => { drag = null; });
scene.addEventListener("pointermove", (event) => {
  if (!drag) { point(queenAt(event)); return; }
  camera.azimuth -= (event.clientX - drag[0]) * 0.4;
  camera.elevation = Math.max(-90, Math.min(90, camera.elevation + (event.clientY - drag[1]) * 0.4));
  drag = [event.clientX, event.clientY];
  drawScene();
});
scene.addEventListener("wheel", (event) => {
  event.preventDefault();
  camera.zoom = Math.max(0.3, Math.min(8, camera.zoom * Math.exp(-event.deltaY * 0.001)));
  drawScene();
}, { passive: false });
scene.addEventListener("keydown", (event) => {
  const turns = { ArrowLeft: [5, 0], ArrowRight: [-5, 0], ArrowUp: [0, 5], ArrowDown: [0, -5] }[event.key];
  if (turns) {
    camera.azimuth += turns[0];
    camera.elevation = Math.max(-90, Math.min(90, camera.elevation + turns[1]));
  } else if (event.key === "+" || event.key === "-") {
    camera.zoom *= event.key === "+" ? 1.1 : 1 / 1.1;
  } else return;
  event.preventDefault();
  drawScene();
});
for (const canvas of [scene, flat]) canvas.addEventListener("pointerleave", () => { if (!drag) point(null); });
flat.addEventListener("pointermove", (event) => point(cellAt(event)));
flat.addEventListener("pointerdown", (event) => point(cellAt(event)));
flat.addEventListener("keydown", (event) => {
  const [across, up] = data.flat.axes, layer = data.flat.layered;
  const moves = { ArrowLeft: [across, -1], ArrowRight: [across, 1], ArrowDown: [up, -1], ArrowUp: [up, 1], PageUp: [layer, -1], PageDown: [layer, 1] }[event.key];
  if (!moves || moves[0] === undefined || moves[0] === null) return;
  event.preventDefault();
  const cell = coordinates(cursor ?? 0), [axis, step] = moves;
  cell[axis] = Math.max(0, Math.min(shape[axis] - 1, cell[axis] + step));
  point(indexOf(cell));
});
function followLink() {  // page.html#3,4,5 points at a cell
  const cell = decodeURIComponent(location.hash.slice(1)).split(",").map((text) => Number(text) - 1);
  const isCell = cell.length === d && cell.every((value, axis) => Number.isInteger(value) && value >= 0 && value < shape[axis]);
  if (isCell) point(indexOf(cell));
}
window.addEventListener("hashchange", followLink);
$("gap").addEventListener("input", drawScene);
$("reset").addEventListener("click", () => { camera = { ...START }; drawScene(); });
$("turn").addEventListener("click", () => {
  const on = turning === null;
  $("turn").setAttribute("aria-pressed", String(on));
  if (!on) { cancelAnimationFrame(turning); turning = null; return; }
  const step = () => { camera.azimuth += 0.4; drawScene(); turning = requestAnimationFrame(step); };
  turning = requestAnimationFrame(step);
});
window.addEventListener("resize", draw);
const words = ["axis", "diagonal", "space diagonal", Math.max(...classes) > 3 ? "higher" : "leap"];
const signs = ["●", "◆", "▲", "■"];
for (const kind of [...new Set(classes.map(kindOf))].sort()) {
  const entry = document.createElement("span");
  entry.textContent = `${signs[kind]} ${words[kind]}`;
  entry.style.color = data.theme.lines[kind];
  $("legend").append(entry);
}
$("cell").textContent = hint;
document.querySelector("label").hidden = !hasGap;
draw();
followLink();
document.documentElement.dataset.ready = "yes";
