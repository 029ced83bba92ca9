package org.kpackworkbench.model.base.demangle;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes what opens a scope for template parameters: functions, lambdas, conversions, local
 * entities.
 */
final class SignaturePrinter {
  private final Printer out;
  private final boolean brief;

  SignaturePrinter(Printer out, boolean brief) {
    this.out = out;
    this.brief = brief;
  }

  void conversion(Node type, TemplateScope scope) {
    Binder.@Nullable Scope outer = out.binder.enter(scopeOf(scope));
    out.text("operator ");
    out.print(type);
    out.binder.enter(outer);
  }

  private static Binder.@Nullable Scope scopeOf(TemplateScope scope) {
    List<Node> arguments = scope.arguments();
    return arguments.isEmpty() ? null : new Binder.Scope(null, arguments, false);
  }

  void local(Node function, Node entity) {
    Binder.@Nullable Scope outer = out.binder.enter(null);
    out.print(function);
    out.text("::");
    out.print(entity);
    out.binder.enter(outer);
  }

  void closure(NameNode.Closure closure) {
    out.text("'lambda").text(closure.number()).text("'");
    if (!brief) {
      signature(closure);
    }
  }

  void signature(NameNode.Closure closure) {
    List<Node> own = DeclarationPrinter.namesOf(closure.templateParameters());
    boolean unbound = out.binder.setUnbound(false);
    Binder.@Nullable Scope outer = out.binder.scope();
    out.binder.enter(new Binder.Scope(outer, own, true));
    if (!closure.templateParameters().isEmpty()) {
      out.arguments(closure.templateParameters());
    }
    if (closure.templateConstraint() != null) {
      out.constraint(closure.templateConstraint());
      out.text(" ");
    }
    out.open("(");
    out.list(closure.parameters());
    out.close(")");
    out.constraint(closure.constraint());
    out.binder.setUnbound(unbound);
    out.binder.enter(outer);
  }

  void encoding(NameNode.Encoding encoding) {
    boolean unbound = out.binder.setUnbound(false);
    Binder.@Nullable Scope own = scopeOf(encoding.scope());
    Node result = brief ? null : encoding.result();
    Binder.@Nullable Scope outer = out.binder.enter(own);
    if (result != null) {
      out.left(result);
      if (!Shapes.hasRight(out, result)) {
        out.text(" ");
      }
    }
    out.binder.enter(null);
    out.print(encoding.name());
    out.binder.enter(own);
    if (!brief) {
      function(encoding, result);
    }
    out.binder.setUnbound(unbound);
    out.binder.enter(outer);
  }

  private void function(NameNode.Encoding encoding, @Nullable Node result) {
    out.open("(");
    out.list(encoding.parameters());
    out.close(")");
    if (result != null) {
      out.right(result);
    }
    out.text(encoding.qualifiers());
    NameNode.Arguments enableIf = encoding.enableIf();
    if (enableIf != null) {
      out.text(" [enable_if:");
      out.list(enableIf.list());
      out.text("]");
    }
    out.constraint(encoding.constraint());
  }
}
