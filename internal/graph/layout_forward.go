package graph

import "slices"

// forward returns the edges between different nodes, with some of them reversed so that no cycle is left: those that
// lead back to a node on the path of a depth-first search. Without cycles none is reversed. The arcs are sorted.
func (g *Graph[K]) forward() []arc {
	s := depthSearch{down: g.down, state: make([]visit, g.Len()), arcs: make([]arc, 0, len(g.down.to))}
	for i := range g.keys {
		if s.state[i] == unseen {
			s.from(narrow(i))
		}
	}
	slices.SortFunc(s.arcs, arc.compare)
	return slices.Compact(s.arcs)
}

// visit is the progress of a search at a node.
type visit uint8

const (
	unseen visit = iota
	onTheWay
	finished
)

type depthSearch struct {
	down  adjacency
	state []visit
	way   []call
	arcs  []arc
}

func (s *depthSearch) from(root int32) {
	s.enter(root)
	for len(s.way) > 0 {
		top := &s.way[len(s.way)-1]
		near := s.down.of(int(top.at))
		if int(top.seen) == len(near) {
			s.state[top.at] = finished
			s.way = s.way[:len(s.way)-1]
			continue
		}
		next := near[top.seen]
		top.seen++
		s.follow(top.at, next)
	}
}

func (s *depthSearch) enter(i int32) {
	s.state[i] = onTheWay
	s.way = append(s.way, call{at: i})
}

func (s *depthSearch) follow(from, to int32) {
	switch {
	case from == to:
	case s.state[to] == onTheWay:
		s.arcs = append(s.arcs, arc{to, from})
	default:
		s.arcs = append(s.arcs, arc{from, to})
		if s.state[to] == unseen {
			s.enter(to)
		}
	}
}
