package engine_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

// plain is a fake driver.
type plain struct{ version string }

func (plain) Check(engine.Connection) error { return nil }

func (p plain) Test(context.Context, engine.Connection) (engine.Info, error) {
	return engine.Info{Version: p.version}, nil
}

func (plain) Open(context.Context, engine.Connection) (engine.Engine, error) {
	return nil, fault.New(fault.Unsupported, "a made-up engine cannot be opened")
}

func TestLookup(t *testing.T) {
	t.Parallel()
	byKind := map[string]engine.Driver{"postgres": plain{"1"}, "duckdb": plain{"2"}}
	drivers := engine.NewDrivers(byKind)
	byKind["trino"] = plain{"3"} // too late
	if got := drivers.Kinds(); !slices.Equal(got, []string{"duckdb", "postgres"}) {
		t.Errorf("kinds = %v", got)
	}
	driver, err := drivers.Lookup("duckdb")
	if err != nil {
		t.Fatal(err)
	}
	if info, err := driver.Test(t.Context(), engine.Connection{}); err != nil || info.Version != "2" {
		t.Errorf("the wrong driver: %v, %v", info, err)
	}
	for kind, want := range map[string]fault.Kind{
		"snowflake": fault.Unsupported, "databricks": fault.Unsupported, "fabric": fault.Unsupported,
		"bigquery": fault.Unsupported, "trino": fault.Unsupported, "oracle": fault.Invalid, "": fault.Invalid,
		"DuckDB": fault.Invalid,
	} {
		_, err := drivers.Lookup(kind)
		if !fault.Is(err, want) || !strings.Contains(err.Error(), kind) {
			t.Errorf("Lookup(%q) = %v, want %s", kind, err, want)
			continue
		}
		if hint := fault.From(err).Hint; hint != "Supported kinds: duckdb, postgres." {
			t.Errorf("hint for %q = %q", kind, hint)
		}
	}
}

func TestKnownKindWithoutDriverIsUnsupported(t *testing.T) {
	t.Parallel()
	if _, err := (engine.Drivers{}).Lookup("duckdb"); !fault.Is(err, fault.Unsupported) {
		t.Errorf("%v, want unsupported", err)
	}
}

func TestConnectionPrintsWithoutSecret(t *testing.T) {
	t.Parallel()
	c := engine.Connection{
		Kind: "postgres", Settings: map[string]any{"host": "s3cret"}, Secret: map[string]string{"password": "s3cret"},
	}
	var out strings.Builder
	slog.New(slog.NewTextHandler(&out, nil)).Info("test", "connection", c)
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%x"} {
		_, _ = fmt.Fprintf(&out, verb+verb, c, &c)
	}
	if strings.Contains(out.String(), "s3cret") || !strings.Contains(out.String(), "postgres connection") {
		t.Errorf("printed: %s", &out)
	}
}
