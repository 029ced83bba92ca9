package org.kpackworkbench.model.base.demangle;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.demangle.Cursor.DemangleFailure;
import org.kpackworkbench.model.base.demangle.Node.NameNode;
import org.kpackworkbench.model.base.demangle.Node.TypeNode;

/** Knows what template parameters represent at the place that is being printed. */
final class Binder {
  private static final int NO_EXPANSION = -2;
  private static final int UNKNOWN_SIZE = -1;

  /** Called at every step of a search, to limit the work. */
  private final Runnable step;

  private @Nullable Scope scope;

  /**
   * Whether a constraint is being printed. Its parameters are those of the template as written, a
   * partial specialization perhaps, whose arguments the name does not have; they are shown as
   * {@code T}, {@code T0}.
   */
  private boolean unbound;

  private int packIndex;

  /** How many elements the packs of the expansion have, as far as seen. */
  private int packSize = NO_EXPANSION;

  Binder(Runnable step) {
    this.step = step;
  }

  /**
   * A template parameter list in force.
   *
   * @param outer the one around it
   * @param parameters what its parameters are shown as
   * @param closure whether it is a lambda's, where a missing parameter is an {@code auto}
   */
  record Scope(@Nullable Scope outer, List<Node> parameters, boolean closure) {}

  /**
   * A node after following template parameters.
   *
   * @param bound whether a parameter was followed; then {@code scope} is the one to print it in
   */
  record Followed(Node node, boolean bound, @Nullable Scope scope) {}

  @Nullable Scope scope() {
    return scope;
  }

  /** Enters a scope, null for none; returns the one before. */
  @Nullable Scope enter(@Nullable Scope newScope) {
    Scope before = scope;
    scope = newScope;
    return before;
  }

  /** Sets whether parameters are shown by their own names; returns the value before. */
  boolean setUnbound(boolean value) {
    boolean before = unbound;
    unbound = value;
    return before;
  }

  /**
   * Returns the node that a node represents: template parameters are replaced by what they are
   * bound to.
   */
  Followed follow(Node node) {
    return follow(node, scope);
  }

  Followed follow(Node node, @Nullable Scope from) {
    Node current = node;
    Scope where = from;
    boolean bound = false;
    while (current instanceof TypeNode.Parameter parameter) {
      step.run();
      if (unbound) {
        return new Followed(new NameNode.Plain(placeholder(parameter)), true, where);
      }
      Scope level = levelOf(parameter, where);
      if (parameter.index() >= level.parameters().size()) {
        if (!level.closure()) {
          throw new DemangleFailure("no such template parameter");
        }
        return new Followed(new NameNode.Plain("auto"), true, level.outer());
      }
      Node argument = level.parameters().get(parameter.index());
      current = argument instanceof NameNode.ArgumentPack pack ? elementOf(pack) : argument;
      where = level.outer();
      bound = true;
    }
    return new Followed(current, bound, where);
  }

  private static String placeholder(TypeNode.Parameter parameter) {
    String level = parameter.level() == 0 ? "" : "L" + (parameter.level() - 1) + "_";
    return "T" + level + (parameter.index() == 0 ? "" : parameter.index() - 1);
  }

  private static Scope levelOf(TypeNode.Parameter parameter, @Nullable Scope innermost) {
    if (innermost == null) {
      throw new DemangleFailure("a template parameter outside of a template");
    }
    int count = 0;
    for (Scope s = innermost; s != null; s = s.outer()) {
      count++;
    }
    Scope result = innermost;
    for (int i = count - 1; i > parameter.level() && result.outer() != null; i--) {
      result = result.outer();
    }
    return result;
  }

  private Node elementOf(NameNode.ArgumentPack pack) {
    if (packSize == NO_EXPANSION) {
      return pack;
    }
    if (packSize == UNKNOWN_SIZE) {
      packSize = pack.list().size();
    }
    return packIndex < pack.list().size()
        ? pack.list().get(packIndex)
        : new NameNode.ArgumentPack(List.of());
  }

  /**
   * Calls {@code element} with 0, and then, if it met a pack, with the indices of the pack's other
   * elements.
   *
   * @return the size of the packs met, or -1 if there was none
   */
  int expand(IntConsumer element) {
    int outerIndex = packIndex;
    int outerSize = packSize;
    packIndex = 0;
    packSize = UNKNOWN_SIZE;
    element.accept(0);
    int size = packSize;
    for (int i = 1; i < size; i++) {
      packIndex = i;
      element.accept(i);
    }
    packIndex = outerIndex;
    packSize = outerSize;
    return size;
  }

  /** An argument is closed: neither the template's parameters nor its expansions reach into it. */
  void inside(Followed followed, Consumer<Node> action) {
    if (!followed.bound()) {
      action.accept(followed.node());
      return;
    }
    Scope outerScope = scope;
    int outerIndex = packIndex;
    int outerSize = packSize;
    scope = followed.scope();
    packSize = NO_EXPANSION;
    action.accept(followed.node());
    scope = outerScope;
    packIndex = outerIndex;
    packSize = outerSize;
  }
}
