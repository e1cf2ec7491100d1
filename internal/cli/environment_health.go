package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/project"
)

// healthWord returns a health as words.
func healthWord(health string) string {
	switch project.Health(health) {
	case project.NeverDeployed:
		return "never deployed"
	case project.TestsFailing:
		return "tests failing"
	default:
		return health
	}
}

// healthText returns the health of an environment with the numbers of its bad nodes.
func healthText(h *api.EnvironmentHealth) string {
	var bad []string
	for _, one := range []struct {
		count int
		text  string
	}{
		{h.Nodes.Failed, "failed"}, {h.Nodes.TestsFailing, "with failed tests"}, {h.Nodes.Stale, "stale"},
	} {
		if one.count > 0 {
			bad = append(bad, counted(one.count, "node")+" "+one.text)
		}
	}
	if len(bad) == 0 {
		return healthWord(h.Status)
	}
	return fmt.Sprintf("%s (%s)", healthWord(h.Status), strings.Join(bad, ", "))
}

// targetHealth returns the health of the environment of a run; empty for a workspace, and for an environment that is
// deleted.
func targetHealth(ctx context.Context, server *client.Client, environment string) string {
	found, err := server.GetEnvironment(ctx, environment)
	if err != nil {
		return ""
	}
	return healthText(&found.Health)
}
