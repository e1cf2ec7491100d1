package trino_test

import (
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/engine/trino"
	"github.com/millrace/millrace/internal/fault"
)

// The test of a connection names the connector of the catalog, and refuses the catalogs that cannot publish.
func TestConnectorOfTheCatalog(t *testing.T) {
	t.Parallel()
	c := realConnection(t)
	info, err := trino.New(trino.Options{}).Test(t.Context(), c)
	if err != nil || !strings.HasSuffix(info.Version, ", catalog iceberg with connector iceberg") {
		t.Errorf("%+v, %v", info, err)
	}
	for catalog, want := range map[string]string{
		"memory":  `the catalog "memory" has the connector memory, which cannot replace tables and merge rows`,
		"tpch":    `the catalog "tpch" has the connector tpch, which cannot replace tables and merge rows`,
		"nowhere": `has no catalog "nowhere"`,
	} {
		_, err := trino.New(trino.Options{}).Test(t.Context(), with(c, "catalog", catalog))
		if !fault.Is(err, fault.Unavailable) || !strings.Contains(err.Error(), want) || fault.From(err).Hint == "" {
			t.Errorf("%s: %v, hint %q; want %q", catalog, err, fault.From(err).Hint, want)
		}
	}
}
