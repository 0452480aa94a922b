"use strict";
// Layered drawing of a small part of a graph, for what Graphviz did not lay out when the report was written: ranks by
// longest paths, order by
// barycentres, arcs through the ranks they cross. Nodes have width and height and get x and y; arcs {from, to}
// (indices) get a path.

function layoutLayers(nodes, arcs) {
  const out = nodes.map(() => []),
    state = nodes.map(() => 0),
    forward = [];
  arcs.forEach((a, i) => out[a.from].push(i));
  // Arcs that close a cycle are turned round.
  nodes.forEach((_, start) => {
    if (state[start]) return;
    const stack = [[start, 0]];
    state[start] = 1;
    while (stack.length) {
      const top = stack[stack.length - 1];
      if (top[1] === out[top[0]].length) {
        state[top[0]] = 2;
        stack.pop();
        continue;
      }
      const i = out[top[0]][top[1]++],
        to = arcs[i].to;
      forward[i] = state[to] !== 1;
      if (!state[to]) {
        state[to] = 1;
        stack.push([to, 0]);
      }
    }
  });
  const ends = arcs
    .map((a, i) => (forward[i] ? [a.from, a.to] : [a.to, a.from]))
    .map(([a, b]) => (a === b ? null : [a, b]));
  const rank = nodes.map(() => 0);
  for (let changed = true, n = 0; changed && n <= nodes.length; n++) {
    changed = false;
    for (const e of ends)
      if (e && rank[e[1]] < rank[e[0]] + 1) {
        rank[e[1]] = rank[e[0]] + 1;
        changed = true;
      }
  }
  return { ends, rank };
}

// Places for arcs in the ranks that they cross.
function addBends(nodes, ends, rank) {
  const items = nodes.map((n, i) => ({ width: n.width, height: n.height, rank: rank[i], up: [], down: [], x: 0 }));
  const chains = ends.map((e) => {
    if (!e) return null;
    const chain = [e[0]];
    for (let r = rank[e[0]] + 1; r < rank[e[1]]; r++)
      chain.push(items.push({ width: 8, height: 0, rank: r, up: [], down: [], x: 0 }) - 1);
    chain.push(e[1]);
    for (let i = 1; i < chain.length; i++) {
      items[chain[i - 1]].down.push(chain[i]);
      items[chain[i]].up.push(chain[i - 1]);
    }
    return chain;
  });
  return { items, chains };
}

function orderRanks(items) {
  const ranks = [];
  items.forEach((item, i) => (ranks[item.rank] = ranks[item.rank] || []).push(i));
  const place = () =>
    ranks.forEach((r) =>
      r.forEach((i, k) => {
        items[i].k = k;
      }),
    );
  place();
  for (let sweep = 0; sweep < 8; sweep++) {
    const side = sweep % 2 ? "down" : "up";
    for (const r of sweep % 2 ? [...ranks].reverse() : ranks) {
      const middle = (i) =>
        items[i][side].length ? items[i][side].reduce((s, j) => s + items[j].k, 0) / items[i][side].length : items[i].k;
      const keys = new Map(r.map((i) => [i, middle(i)]));
      r.sort((a, b) => keys.get(a) - keys.get(b) || items[a].k - items[b].k);
      place();
    }
  }
  return ranks;
}

function placeRanks(items, ranks) {
  const gap = 18;
  for (const r of ranks)
    r.reduce((x, i) => {
      items[i].x = x + items[i].width / 2;
      return x + items[i].width + gap;
    }, 0);
  for (let pass = 0; pass < 12; pass++)
    for (const r of pass % 2 ? [...ranks].reverse() : ranks) {
      const want = r.map((i) => {
        const near = [...items[i].up, ...items[i].down];
        return near.length ? near.reduce((s, j) => s + items[j].x, 0) / near.length : items[i].x;
      });
      r.forEach((i, k) => {
        items[i].x = want[k];
      });
      for (let k = 1; k < r.length; k++)
        items[r[k]].x = Math.max(
          items[r[k]].x,
          items[r[k - 1]].x + (items[r[k - 1]].width + items[r[k]].width) / 2 + gap,
        );
      const shift = r.reduce((s, i, k) => s + items[i].x - want[k], 0) / r.length;
      for (const i of r) items[i].x -= shift;
    }
}

function layoutGraph(nodes, arcs) {
  const { ends, rank } = layoutLayers(nodes, arcs);
  const { items, chains } = addBends(nodes, ends, rank);
  const ranks = orderRanks(items).filter(Boolean);
  placeRanks(items, ranks);
  let y = 12;
  for (const r of ranks) {
    const height = Math.max(...r.map((i) => items[i].height), 4);
    for (const i of r) items[i].y = y + height / 2;
    y += height + 22;
  }
  const left = Math.min(...items.map((i) => i.x - i.width / 2)) - 8;
  for (const i of items) i.x -= left;
  nodes.forEach((n, i) => {
    n.x = items[i].x;
    n.y = items[i].y;
  });
  const paths = chains.map((chain, i) => {
    if (!chain) return "";
    const points = chain.map((j) => [items[j].x, items[j].y]);
    points[0][1] += items[chain[0]].height / 2;
    points[points.length - 1][1] -= items[chain[chain.length - 1]].height / 2;
    if (ends[i][0] !== arcs[i].from) points.reverse();
    return points
      .map(([x, py], k) => {
        if (!k) return `M${x.toFixed(0)} ${py.toFixed(0)}`;
        const [px, qy] = points[k - 1],
          my = (qy + py) / 2;
        return `C${px.toFixed(0)} ${my.toFixed(0)} ${x.toFixed(0)} ${my.toFixed(0)} ${x.toFixed(0)} ${py.toFixed(0)}`;
      })
      .join("");
  });
  return { w: Math.max(...items.map((i) => i.x + i.width / 2)) + 8, h: y, paths };
}
