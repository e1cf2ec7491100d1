package httpapi_test

import (
	"testing"

	"github.com/millrace/millrace/internal/httpapi"
	"github.com/millrace/millrace/internal/page"
)

// TestLongListsAlwaysHaveALimit checks that a limit of 0 does not load a whole table.
func TestLongListsAlwaysHaveALimit(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		read func(page.Params) (page.Request, error)
		want int
	}{
		"runs":       {httpapi.RunPage, 25},
		"deliveries": {httpapi.DeliveryPage, 25},
		"firings":    {httpapi.FiringPage, 25},
		"overviews":  {httpapi.OverviewPage, 100},
		"catalog":    {httpapi.CatalogPage, 500},
	} {
		for _, limit := range []*string{nil, new("0"), new("00")} {
			if request, err := tt.read(page.Params{Limit: limit}); err != nil || request.Limit != tt.want {
				t.Errorf("%s: limit %d, %v; want %d", name, request.Limit, err, tt.want)
			}
		}
		if request, err := tt.read(page.Params{Limit: new("7")}); err != nil || request.Limit != 7 {
			t.Errorf("%s: limit %d, %v; want 7", name, request.Limit, err)
		}
	}
}
