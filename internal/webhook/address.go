package webhook

import (
	"context"
	"net/netip"

	"github.com/millrace/millrace/internal/egress"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/network"
)

// addressRule decides which addresses the messages of an organization may be sent to.
type addressRule struct {
	egress egress.Rule
	// isPlain is set if the message is not encrypted. Then it stays in private networks, because others could read it on
	// the internet.
	isPlain bool
}

// check rejects an address that messages may not be sent to. The client calls it with the resolved address before each
// connection.
func (r addressRule) check(ctx context.Context, address netip.AddrPort) error {
	if err := r.egress.Check(ctx, egress.Destination{Address: address}); err != nil {
		return err
	}
	if r.isPlain && network.ClassOf(address.Addr()) == network.Public {
		return fault.New(fault.Forbidden, "messages to public addresses must be encrypted").WithHint("Use https://.")
	}
	return nil
}
