package org.kpackworkbench.model.base.demangle;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parts that expressions are made of. */
sealed interface ExpressionNode extends Node {

  /** What has operands and a precedence. */
  sealed interface Operation extends ExpressionNode {
    Precedence precedence();
  }

  /** What never needs parentheses around it: literals, lists, requirements. */
  sealed interface Phrase extends ExpressionNode {}

  /** {@code left operator right}. */
  record Binary(Node left, String operator, Node right, Precedence precedence)
      implements Operation {}

  /** {@code operator operand}. */
  record Prefix(String operator, Node operand) implements Operation {
    @Override
    public Precedence precedence() {
      return Precedence.UNARY;
    }
  }

  /** {@code operand operator}. */
  record Postfix(Node operand, String operator) implements Operation {
    @Override
    public Precedence precedence() {
      return Precedence.POSTFIX;
    }
  }

  record Conditional(Node condition, Node then, Node otherwise) implements Operation {
    @Override
    public Precedence precedence() {
      return Precedence.CONDITIONAL;
    }
  }

  /** {@code object.member} or {@code object->member}. */
  record Member(Node object, String operator, Node member) implements Operation {
    @Override
    public Precedence precedence() {
      return Precedence.POSTFIX;
    }
  }

  record Index(Node array, Node index) implements Operation {
    @Override
    public Precedence precedence() {
      return Precedence.POSTFIX;
    }
  }

  record Call(Node callee, List<Node> arguments) implements Operation {
    @Override
    public Precedence precedence() {
      return Precedence.POSTFIX;
    }
  }

  /** {@code (type)(arguments)}. */
  record Conversion(Node type, List<Node> arguments) implements Operation {
    @Override
    public Precedence precedence() {
      return Precedence.CAST;
    }
  }

  /** {@code static_cast<type>(operand)} and its like. */
  record NamedCast(String keyword, Node type, Node operand) implements Operation {
    @Override
    public Precedence precedence() {
      return Precedence.POSTFIX;
    }
  }

  /** {@code keyword (operand)}: sizeof, alignof, typeid, noexcept. */
  record Query(String keyword, Node operand, Precedence precedence) implements Operation {}

  /** {@code type{elements}}. */
  record Braced(@Nullable Node type, List<Node> elements) implements Phrase {}

  /** {@code .field = value} or {@code [index] = value}. */
  record Designated(Node designator, boolean index, Node value) implements Phrase {}

  /** {@code [first ... last] = value}. */
  record DesignatedRange(Node first, Node last, Node value) implements Phrase {}

  /** {@code new(placement) type(initializer)}. */
  record New(String keyword, List<Node> placement, Node type, @Nullable List<Node> initializer)
      implements Operation {
    @Override
    public Precedence precedence() {
      return Precedence.UNARY;
    }
  }

  /** {@code delete operand}, {@code throw operand}. */
  record Statement(String keyword, Node operand, Precedence precedence) implements Operation {}

  /** A fold: {@code (... op pack)}, {@code (pack op ...)}, or both sides with an initial value. */
  record Fold(boolean left, String operator, Node pack, @Nullable Node initial)
      implements Operation {
    @Override
    public Precedence precedence() {
      return Precedence.PRIMARY;
    }
  }

  /** {@code sizeof...(arguments)}. */
  record PackSize(Node pack) implements Phrase {}

  /** A number of a builtin type, {@code 5ul}, {@code (short)-1}. */
  record NumberLiteral(String cast, String digits, String suffix) implements Phrase {}

  /** A value of an enumeration or of another named type, {@code (type)5}. */
  record TypedLiteral(Node type, String digits) implements Phrase {}

  /** {@code "<type>"}: the mangling keeps a string literal's type only. */
  record StringLiteral(Node type) implements Phrase {}

  /** {@code [](…){...}}. */
  record Lambda(NameNode.Closure type) implements Phrase {}

  /** {@code name(arguments)}: a vendor's type or expression. */
  record Vendor(String name, List<Node> arguments) implements Phrase {}

  /** {@code object.<type at offset n>}. */
  record Subobject(Node object, Node type, String offset) implements Phrase {}

  /** {@code (type)(operand)} of a pointer to member; the mangled offset is not shown. */
  record MemberConversion(Node type, Node operand) implements Operation {
    @Override
    public Precedence precedence() {
      return Precedence.CAST;
    }
  }

  /** {@code requires (parameters) { requirements }}. */
  record Requires(List<Node> parameters, List<Node> requirements) implements Phrase {}

  /** {@code expression;} or {@code {expression} noexcept -> constraint;}. */
  record ExpressionRequirement(Node expression, boolean noexcept, @Nullable Node constraint)
      implements Phrase {}

  /** {@code typename type;} or {@code requires constraint;}. */
  record NamedRequirement(String keyword, Node operand) implements Phrase {}
}
