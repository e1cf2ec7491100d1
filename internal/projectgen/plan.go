package projectgen

// tier is the purpose of the nodes of a layer.
type tier int

const (
	tierSource tier = iota
	tierStage
	tierMiddle
	tierCore
	tierMart
)

// layerPlan is the number of nodes of a layer and their tier.
type layerPlan struct {
	tier  tier
	nodes int
}

// planLayers divides the nodes over the layers. Sources get their share; the rest is spread so that every layer has a
// node and the middle has most.
func planLayers(o Options) []layerPlan {
	tiers := tiersOf(o.Layers)
	sources := min(max(int(float64(o.Nodes)*o.SourceShare), 1), o.Nodes-len(tiers)+1)
	plan := []layerPlan{{tierSource, sources}}
	left := o.Nodes - sources
	for i, t := range tiers[1:] {
		share := left / (len(tiers) - 1 - i)
		plan = append(plan, layerPlan{t, share})
		left -= share
	}
	return plan
}

// tiersOf returns each layer its purpose: few layers do without joins in between, then without dimensions and facts.
func tiersOf(layers int) []tier {
	switch layers {
	case 2:
		return []tier{tierSource, tierStage}
	case 3:
		return []tier{tierSource, tierStage, tierMart}
	}
	tiers := []tier{tierSource, tierStage}
	for range layers - 4 {
		tiers = append(tiers, tierMiddle)
	}
	return append(tiers, tierCore, tierMart)
}
