package org.kpackworkbench.model.base.demangle;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes a lambda's template parameters as declarations: {@code typename $T}, {@code int ...$N}.
 */
final class DeclarationPrinter {
  private final Printer out;

  DeclarationPrinter(Printer out) {
    this.out = out;
  }

  void print(TypeNode.Declaration declaration) {
    declare(declaration, " ");
  }

  private void declare(TypeNode.Declaration declaration, String beforeName) {
    switch (declaration) {
      case TypeNode.TypeParameter(Node constraint, String name) -> {
        if (constraint == null) {
          out.text("typename");
        } else {
          out.print(constraint);
        }
        out.text(beforeName).text(name);
      }
      case TypeNode.ValueParameter(Node type, String name) -> {
        out.left(type);
        boolean attached = beforeName.equals(" ") && Shapes.hasRight(out, type);
        out.text(attached ? "" : beforeName).text(name);
        out.right(type);
      }
      case TypeNode.TemplateParameter template -> {
        templateHead(template.parameters());
        out.text(beforeName).text(template.name());
        out.constraint(template.constraint());
      }
      case TypeNode.PackParameter(TypeNode.Declaration parameter) -> declare(parameter, " ...");
    }
  }

  private void templateHead(List<TypeNode.Declaration> parameters) {
    Binder.@Nullable Scope outer = out.binder.scope();
    out.binder.enter(new Binder.Scope(outer, namesOf(parameters), true));
    out.text("template<");
    out.list(parameters);
    out.text("> typename");
    out.binder.enter(outer);
  }

  /** What references to a lambda's template parameters are shown as. */
  static List<Node> namesOf(List<TypeNode.Declaration> declarations) {
    return declarations.stream().<Node>map(DeclarationPrinter::nameOf).toList();
  }

  private static Node nameOf(TypeNode.Declaration declaration) {
    return switch (declaration) {
      case TypeNode.TypeParameter parameter -> new NameNode.Plain(parameter.name());
      case TypeNode.ValueParameter parameter -> new NameNode.Plain(parameter.name());
      case TypeNode.TemplateParameter parameter -> new NameNode.Plain(parameter.name());
      case TypeNode.PackParameter pack -> nameOf(pack.parameter());
    };
  }
}
