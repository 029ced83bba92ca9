package org.kpackworkbench.model.base.demangle;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.demangle.Node.NameNode;
import org.kpackworkbench.model.base.demangle.Node.TypeNode;
import org.kpackworkbench.model.base.demangle.TypePrinter.Shapes;

/** Writes types, the part left and the part right of the declared name. */
final class TypePrinter {
  private final Printer out;
  private final DeclarationPrinter declarations;

  TypePrinter(Printer out) {
    this.out = out;
    declarations = new DeclarationPrinter(out);
  }

  void left(TypeNode type) {
    switch (type) {
      case TypeNode.Qualified(Node inner, String qualifiers) -> {
        out.left(inner);
        out.text(qualifiers);
      }
      case TypeNode.VendorQualified(Node inner, String qualifier, NameNode.Arguments arguments) -> {
        out.print(inner);
        out.text(" ").text(qualifier);
        if (arguments != null) {
          out.print(arguments);
        }
      }
      case TypeNode.Pointer(Node target) -> declarator(target, "*");
      case TypeNode.Reference reference -> {
        Collapsed collapsed = collapse(reference);
        out.leftOf(collapsed.target());
        declared(collapsed.target().node(), collapsed.rvalue() ? "&&" : "&");
      }
      case TypeNode.MemberPointer(Node owner, Node member) -> {
        out.left(member);
        boolean wrapped = Shapes.isArray(out, member) || Shapes.isFunction(out, member);
        out.text(wrapped ? "(" : " ");
        out.print(owner);
        out.text("::*");
      }
      case TypeNode.Array array -> out.left(array.element());
      case TypeNode.Function function -> {
        out.left(function.result());
        out.text(" ");
      }
      case TypeNode.Vector(Node element, Node dimension) -> {
        out.print(element);
        out.text(" vector[");
        if (dimension != null) {
          out.print(dimension);
        }
        out.text("]");
      }
      case TypeNode.Expansion(Node pattern) -> out.expansion(pattern);
      case TypeNode.Enclosed(String before, Node content, String after) -> {
        out.open(before);
        out.print(content);
        out.close(after);
      }
      case TypeNode.EnclosedList(String before, List<Node> content, String after) -> {
        out.open(before);
        out.list(content);
        out.close(after);
      }
      case TypeNode.Declaration declaration -> declarations.print(declaration);
      case TypeNode.Parameter parameter -> out.left(parameter);
    }
  }

  void right(TypeNode type) {
    switch (type) {
      case TypeNode.Qualified qualified -> out.right(qualified.type());
      case TypeNode.Pointer(Node target) -> {
        closeDeclarator(target);
        out.right(target);
      }
      case TypeNode.Reference reference -> {
        Collapsed collapsed = collapse(reference);
        closeDeclarator(collapsed.target().node());
        out.rightOf(collapsed.target());
      }
      case TypeNode.MemberPointer(_, Node member) -> {
        closeDeclarator(member);
        out.right(member);
      }
      case TypeNode.Array(Node element, Node dimension) -> {
        out.text(out.endsWith(']') ? "[" : " [");
        if (dimension != null) {
          out.print(dimension);
        }
        out.text("]");
        out.right(element);
      }
      case TypeNode.Function(
              Node result,
              List<Node> parameters,
              String qualifiers,
              Node throwing) -> {
        out.open("(");
        out.list(parameters);
        out.close(")");
        out.right(result);
        out.text(qualifiers);
        if (throwing != null) {
          out.text(" ");
          out.print(throwing);
        }
      }
      default -> {}
    }
  }

  private void declarator(Node target, String sign) {
    out.left(target);
    declared(target, sign);
  }

  /**
   * The sign after the left part of what it points to, in parentheses where that goes on to the
   * right.
   */
  private void declared(Node target, String sign) {
    boolean array = Shapes.isArray(out, target);
    if (array) {
      out.text(" ");
    }
    if (array || Shapes.isFunction(out, target)) {
      out.text("(");
    }
    out.text(sign);
  }

  private void closeDeclarator(Node target) {
    if (Shapes.isArray(out, target) || Shapes.isFunction(out, target)) {
      out.text(")");
    }
  }

  /**
   * A reference to what a chain of references refers to; any lvalue reference in the chain wins.
   */
  private record Collapsed(Binder.Followed target, boolean rvalue) {}

  private Collapsed collapse(TypeNode.Reference reference) {
    boolean rvalue = reference.rvalue();
    Binder.Followed target = out.follow(reference.target());
    boolean bound = target.bound();
    while (target.node() instanceof TypeNode.Reference(Node inner, boolean innerRvalue)) {
      out.step();
      rvalue &= innerRvalue;
      target = out.binder.follow(inner, target.scope());
      bound |= target.bound();
    }
    return new Collapsed(new Binder.Followed(target.node(), bound, target.scope()), rvalue);
  }

  /** The shapes of a type's declarator, which decide on parentheses and spaces around it. */
  static final class Shapes {
    private Shapes() {}

    static boolean isArray(Printer printer, Node type) {
      return direct(printer, type) instanceof TypeNode.Array;
    }

    static boolean isFunction(Printer printer, Node type) {
      return direct(printer, type) instanceof TypeNode.Function;
    }

    private static Node direct(Printer printer, Node type) {
      Binder.@Nullable Scope scope = printer.binder.scope();
      Node node = type;
      while (true) {
        printer.step();
        switch (node) {
          case TypeNode.Parameter parameter -> {
            Binder.Followed followed = printer.binder.follow(parameter, scope);
            node = followed.node();
            scope = followed.scope();
          }
          case TypeNode.Qualified qualified -> node = qualified.type();
          default -> {
            return node;
          }
        }
      }
    }

    /** Whether some of the type is right of the name it declares. */
    static boolean hasRight(Printer printer, Node type) {
      Binder.@Nullable Scope scope = printer.binder.scope();
      Node node = type;
      while (true) {
        printer.step();
        switch (node) {
          case TypeNode.Parameter parameter -> {
            Binder.Followed followed = printer.binder.follow(parameter, scope);
            node = followed.node();
            scope = followed.scope();
          }
          case TypeNode.Qualified qualified -> node = qualified.type();
          case TypeNode.Pointer pointer -> node = pointer.target();
          case TypeNode.Reference reference -> node = reference.target();
          case TypeNode.MemberPointer pointer -> node = pointer.member();
          case TypeNode.Array _, TypeNode.Function _ -> {
            return true;
          }
          default -> {
            return false;
          }
        }
      }
    }
  }

  /**
   * Writes a lambda's template parameters as declarations: {@code typename $T}, {@code int ...$N}.
   */
  record DeclarationPrinter(Printer out) {
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

    /** Returns the names shown for references to a lambda's template parameters. */
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
}
