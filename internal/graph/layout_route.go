package graph

import "slices"

// routes draws all edges.
func (g *Graph[K]) routes(s *drawing) []Route[K] {
	routes := make([]Route[K], 0, len(g.down.to))
	for from := range g.keys {
		for _, to := range g.down.of(from) {
			routes = append(routes, g.route(s, from, int(to)))
		}
	}
	return routes
}

func (g *Graph[K]) route(s *drawing, from, to int) Route[K] {
	r := Route[K]{From: g.keys[from], To: g.keys[to]}
	switch layer := s.dag.layer; {
	case from == to:
		r.Reversed, r.Points = true, s.loop(from)
	case layer[from] < layer[to]:
		r.Points = s.line(from, to)
	default:
		r.Reversed, r.Points = true, s.line(to, from)
		slices.Reverse(r.Points)
	}
	return r
}

// line returns the line from the right edge of a node to the left edge of a node further right. It passes layers level,
// next to the nodes there. An edge too long for bends is straight.
func (s *drawing) line(from, to int) []Point {
	layer := int(s.dag.layer[from])
	between := int(s.dag.layer[to]) - layer - 1
	line := append(make([]Point, 0, 2+2*between), Point{s.left(layer) + s.nodeWidth, s.top[from] + s.nodeHeight/2})
	if between <= len(s.bends[from]) {
		for i, y := range s.bends[from][:between] {
			x := s.left(layer + 1 + i)
			line = append(line, Point{x, y}, Point{x + s.nodeWidth, y})
		}
	}
	line = append(line, Point{s.left(layer + 1 + between), s.top[to] + s.nodeHeight/2})
	return withoutLevelPoints(line)
}

// withoutLevelPoints drops points in the middle of a level stretch.
func withoutLevelPoints(line []Point) []Point {
	kept := line[:1]
	for i := 1; i < len(line)-1; i++ {
		if line[i].Y != line[i-1].Y || line[i].Y != line[i+1].Y {
			kept = append(kept, line[i])
		}
	}
	return append(kept, line[len(line)-1])
}

// loop returns the line of an edge from a node to itself, on its right.
func (s *drawing) loop(node int) []Point {
	right, top := s.left(int(s.dag.layer[node]))+s.nodeWidth, s.top[node]
	out := right + s.layerGap/4
	middle, upper := top+s.nodeHeight/2, top+s.nodeHeight/4
	return []Point{{right, middle}, {out, middle}, {out, upper}, {right, upper}}
}
