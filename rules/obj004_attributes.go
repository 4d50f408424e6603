package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// attributeChecks check calls with attribute keys and error handlers.
var attributeChecks = func() map[calls.Kind]func(*Pass) {
	t := map[calls.Kind]func(*Pass){
		calls.CommSetErrhandler:         func(p *Pass) { checkHandlerKind(p, calls.ClassComm) },
		calls.CommCreateFromGroup:       func(p *Pass) { checkHandlerKind(p, calls.ClassComm) },
		calls.IntercommCreateFromGroups: func(p *Pass) { checkHandlerKind(p, calls.ClassComm) },
		calls.SessionInit:               func(p *Pass) { checkHandlerKind(p, calls.ClassSession) },
		calls.SessionSetErrhandler:      func(p *Pass) { checkHandlerKind(p, calls.ClassSession) },
	}
	for _, k := range kindsWhere(func(s *calls.Sem) bool {
		return s.Keyval >= 0 && s.Makes == 0 && (s.For == calls.ClassComm || s.For == calls.ClassDatatype)
	}) {
		t[k] = checkKeyKind
	}
	return t
}()

// checkHandlerKind reports an error handler for another kind of object.
func checkHandlerKind(p *Pass, class calls.Class) {
	e := p.Rank.Objects.ErrhandlerOf(p.Call.Arg("errhandler"))
	if e != nil && e.Predef == nil && e.Alive() && e.For != class {
		p.Report([]Related{At(roleCreated, e.Made, "the error handler was created here")},
			"%s with an error handler created for %s: it needs one for %s",
			p.Call.Kind, kindNames[e.For], kindNames[class])
	}
}

// checkKeyKind reports an attribute key that is for another kind of object, and a predefined attribute that the program
// sets or deletes.
func checkKeyKind(p *Pass) {
	f, s := p.Rank.Flavour, p.Call.Sem
	v := p.Call.In[s.Keyval]
	class := otherKind(p, s.For, v)
	switch {
	case v == f.KeyvalInvalid || p.Rank.Objects.KeyvalOf(s.For, v) != nil:
	case f.WinKeyval(v) != "":
		p.Report(nil, "%s with the key of %s, a predefined attribute of windows", p.Call.Kind, f.WinKeyval(v))
	case f.IsCommKeyval(v) && s.For != calls.ClassComm:
		p.Report(nil, "%s with the key of a predefined attribute of communicators", p.Call.Kind)
	case f.IsCommKeyval(v) && s.Frees == 0 && s.Attr != calls.ReadsAttr:
		p.Report(nil, "%s of a predefined attribute, which is read-only", p.Call.Kind)
	case class != 0:
		p.Report([]Related{At(roleCreated, p.Rank.Objects.KeyvalOf(class, v).Made, "the key was created here")},
			"%s with a key created for %s: it needs one for %s", p.Call.Kind, kindNames[class], kindNames[s.For])
	}
}
