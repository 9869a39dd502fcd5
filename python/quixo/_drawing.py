# SPDX-License-Identifier: MIT
"""A board as a picture, for notebooks."""

_CELL = 40
_MARGIN = 24


def board_svg(rows: int, cols: int, x: int, o: int) -> str:
    """The board as SVG: X as crosses, O as rings, with its coordinates."""
    width, height = cols * _CELL + 2 * _MARGIN, rows * _CELL + 2 * _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13" text-anchor="middle">',
        f'<rect width="{width}" height="{height}" rx="8" fill="#f3ead8"/>',
    ]
    for row in range(rows):
        for col in range(cols):
            bit = 1 << (rows * cols - 1 - row * cols - col)
            left, top = _MARGIN + col * _CELL, _MARGIN + row * _CELL
            middle_x, middle_y = left + _CELL // 2, top + _CELL // 2
            parts.append(
                f'<rect x="{left + 2}" y="{top + 2}" width="{_CELL - 4}" height="{_CELL - 4}" rx="5" '
                f'fill="#e3cfa4" stroke="#b89b62"/>'
            )
            if x & bit:
                parts.append(
                    f'<path d="M{middle_x - 9} {middle_y - 9}l18 18m0 -18l-18 18" stroke="#1c3d5a" '
                    f'stroke-width="5" stroke-linecap="round"/>'
                )
            elif o & bit:
                parts.append(
                    f'<circle cx="{middle_x}" cy="{middle_y}" r="10" fill="none" stroke="#a8321c" stroke-width="5"/>'
                )
    for col in range(cols):
        parts.append(
            f'<text x="{_MARGIN + col * _CELL + _CELL // 2}" y="{height - 7}" fill="#6b5a36">{chr(97 + col)}</text>'
        )
    for row in range(rows):
        parts.append(
            f'<text x="12" y="{_MARGIN + row * _CELL + _CELL // 2 + 5}" fill="#6b5a36">{rows - row}</text>'
        )
    return "".join(parts) + "</svg>"
