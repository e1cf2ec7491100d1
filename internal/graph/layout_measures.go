package graph

import "math"

// measures are the sizes of a drawing, all positive.
type measures struct {
	nodeWidth, nodeHeight, layerGap, nodeGap, partGap float64
}

func (o LayoutOptions[K]) measures() measures {
	m := measures{
		nodeWidth:  positive(o.NodeWidth, 180),
		nodeHeight: positive(o.NodeHeight, 40),
		layerGap:   positive(o.LayerGap, 80),
		nodeGap:    positive(o.NodeGap, 20),
	}
	m.partGap = max(positive(o.PartGap, 2*m.nodeGap), m.nodeGap)
	return m
}

func positive(given, otherwise float64) float64 {
	if given > 0 && !math.IsInf(given, 1) {
		return given
	}
	return otherwise
}

// left returns the left edge of the nodes of a layer.
func (m measures) left(layer int) float64 { return float64(layer) * (m.nodeWidth + m.layerGap) }

// apart returns the distance between the middles of two neighbors in a layer. Lines may be closer than nodes.
func (m measures) apart(node, otherNode bool) float64 {
	switch {
	case node && otherNode:
		return m.nodeHeight + m.nodeGap
	case node || otherNode:
		return m.nodeHeight/2 + m.nodeGap*3/4
	default:
		return m.nodeGap / 2
	}
}
