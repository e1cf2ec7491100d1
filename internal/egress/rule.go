package egress

import (
	"context"
	"net/netip"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/network"
)

// Policy is the rule of a server. The zero value allows public addresses only.
type Policy struct {
	// Networks returns the private destinations that the operator lists for an organization; nil means none.
	Networks func(ctx context.Context, organization ids.Organization) ([]network.Range, error)
	// HasSeveral reports whether there is more than one organization; nil means that there is.
	HasSeveral func(ctx context.Context) (bool, error)
	// AllPrivate allows every organization every private network and this machine.
	AllPrivate bool
	// Listen are the addresses on which this server listens.
	Listen []Endpoint
	// State is the server of the state database; the zero value is none.
	State StateServer
}

// StateServer is the server of the state database.
type StateServer struct {
	Endpoints []Endpoint
	Database  string
}

// For returns the rule of an organization. A nil policy is the zero value.
func (p *Policy) For(organization ids.Organization) Rule {
	if p == nil {
		p = new(Policy)
	}
	return Rule{policy: p, organization: organization}
}

// Rule decides which addresses the server connects to for one organization.
type Rule struct {
	policy       *Policy
	organization ids.Organization
}

// Destination is what the server is about to connect to.
type Destination struct {
	Address  netip.AddrPort // after the name was resolved
	Database string         // empty if it is no database server
}

// Check returns a Forbidden fault for a destination that the server must not connect to.
func (r Rule) Check(ctx context.Context, to Destination) error {
	to.Address = netip.AddrPortFrom(network.Actual(to.Address.Addr()), to.Address.Port())
	class := network.ClassOf(to.Address.Addr())
	if class == network.Forbidden {
		return refused()
	}
	listed, err := r.listed(ctx)
	if err != nil {
		return err
	}
	isOwn, err := r.policy.isOwn(ctx, to, listed)
	if err != nil {
		return err
	}
	if isOwn {
		return refused()
	}
	if class == network.Public || r.policy.AllPrivate || contains(listed, to.Address) {
		return nil
	}
	several, err := r.policy.hasSeveral(ctx)
	if err != nil {
		return err
	}
	if several {
		return refused()
	}
	return nil
}

// AllowsPrivate reports whether the server may connect to any private address for the organization.
func (r Rule) AllowsPrivate(ctx context.Context) (bool, error) {
	listed, err := r.listed(ctx)
	if err != nil || r.policy.AllPrivate || len(listed) > 0 {
		return true, err
	}
	several, err := r.policy.hasSeveral(ctx)
	return !several, err
}

func (r Rule) listed(ctx context.Context) ([]network.Range, error) {
	if r.policy.Networks == nil {
		return nil, nil
	}
	return r.policy.Networks(ctx, r.organization)
}

func (p *Policy) hasSeveral(ctx context.Context) (bool, error) {
	if p.HasSeveral == nil {
		return true, nil
	}
	return p.HasSeveral(ctx)
}

// isOwn reports whether the destination is this server or its state database. Another database on the server of the
// state database is not, if the operator lists that server with its port: then the privileges in PostgreSQL protect the
// state.
func (p *Policy) isOwn(ctx context.Context, to Destination, listed []network.Range) (bool, error) {
	for _, endpoint := range p.Listen {
		if same, err := endpoint.is(ctx, to.Address); err != nil || same {
			return same, err
		}
	}
	for _, endpoint := range p.State.Endpoints {
		same, err := endpoint.is(ctx, to.Address)
		if err != nil {
			return false, err
		}
		if same {
			return to.Database == "" || to.Database == p.State.Database || !containsPort(listed, to.Address), nil
		}
	}
	return false, nil
}

func contains(listed []network.Range, to netip.AddrPort) bool {
	for _, item := range listed {
		if item.Contains(to) {
			return true
		}
	}
	return false
}

// containsPort is contains for ranges that name the port.
func containsPort(listed []network.Range, to netip.AddrPort) bool {
	for _, item := range listed {
		if item.Port != 0 && item.Contains(to) {
			return true
		}
	}
	return false
}

// Hint is the hint of a refusal.
const Hint = "Use a server on the internet, or ask the operator: the setting outgoing_networks lists the private networks " +
	"that an organization may reach."

// refused returns the fault for every refused destination. It does not say which rule applied.
func refused() error {
	return fault.New(fault.Forbidden, "this server may not connect to that address").WithHint(Hint)
}
