"""A scatter plot as SVG: two ways of doing the same against each other, on logarithmic axes with the diagonal."""
import math
from xml.sax.saxutils import escape

SIZE, LEFT, BOTTOM = 400, 70, 50  # of the square, and what is beside and below it


def scatter(file, title, x_name, y_name, points):
    """points: (x, y, the name that the point shows). All must be greater than 0."""
    values = [v for x, y, _ in points for v in (x, y)]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    high = max(high, low + 1)

    def at(v):
        return SIZE * (math.log10(v) - low) / (high - low)

    width, height = LEFT + SIZE + 20, 40 + SIZE + BOTTOM
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" font-size="12">',
           f'<rect width="{width}" height="{height}" fill="white"/>', f'<text x="{LEFT}" y="20" font-size="14">{escape(title)}</text>',
           f'<g transform="translate({LEFT},{40 + SIZE})">', f'<path d="M0 0H{SIZE}V{-SIZE}H0Z" fill="none" stroke="black"/>']
    for power in range(low, high + 1):
        p, name = at(10.0 ** power), f"10<tspan dy='-4' font-size='9'>{power}</tspan>"
        out += [f'<path d="M{p:.1f} 0V{-SIZE}M0 {-p:.1f}H{SIZE}" stroke="#ddd"/>', f'<text x="{p:.1f}" y="18" text-anchor="middle">{name}</text>',
                f'<text x="-8" y="{4 - p:.1f}" text-anchor="end">{name}</text>']
    out.append(f'<path d="M0 0L{SIZE} {-SIZE}" stroke="#888"/>')
    out += [f'<circle cx="{at(x):.1f}" cy="{-at(y):.1f}" r="3" fill="#2060a0" fill-opacity="0.5"><title>{escape(name)}: {x:g}, {y:g}</title></circle>' for x, y, name in points]
    out += [f'<text x="{SIZE / 2}" y="40" text-anchor="middle">{escape(x_name)}</text>',
            f'<text transform="translate(-45,{-SIZE / 2})rotate(-90)" text-anchor="middle">{escape(y_name)}</text>', "</g></svg>"]
    with open(file, "w") as f:
        f.write("\n".join(out) + "\n")
