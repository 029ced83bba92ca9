package org.kpackworkbench.architecture;

import static java.lang.constant.ConstantDescs.CD_void;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.attribute.InnerClassInfo;
import java.lang.classfile.attribute.InnerClassesAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Class files that break a rule on purpose, so that a test can show that the rule sees them. They
 * are generated and not compiled, because the real packages, and classes that this module cannot
 * reach, have to appear in them.
 */
public final class WrongClass {
  private final Path folder;

  /** Classes that are written below a folder, for a test alone. */
  public WrongClass(Path folder) {
    this.folder = folder;
  }

  /** Adds a class that has a field of another class, both by their full names. */
  public WrongClass uses(String name, String used) throws IOException {
    return write(
        name,
        ClassFile.of().build(ClassDesc.of(name), it -> it.withField("it", ClassDesc.of(used), 0)));
  }

  /** Adds a public class that has a public field of another class. */
  public WrongClass shows(String name, String shown) throws IOException {
    return write(
        name,
        ClassFile.of()
            .build(
                ClassDesc.of(name),
                it ->
                    it.withFlags(ClassFile.ACC_PUBLIC)
                        .withField("it", ClassDesc.of(shown), ClassFile.ACC_PUBLIC)));
  }

  /** Adds a public class, and a public type nested in it. */
  public WrongClass nests(String name, String nested) throws IOException {
    ClassDesc outer = ClassDesc.of(name);
    ClassDesc inner = outer.nested(nested);
    InnerClassesAttribute nesting =
        InnerClassesAttribute.of(
            InnerClassInfo.of(
                inner,
                Optional.of(outer),
                Optional.of(nested),
                ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC));
    for (ClassDesc type : List.of(outer, inner)) {
      String file = type.packageName() + "." + type.displayName().replace('.', '$');
      write(
          file, ClassFile.of().build(type, it -> it.withFlags(ClassFile.ACC_PUBLIC).with(nesting)));
    }
    return this;
  }

  /** Adds a class with a static field that can be written. */
  public WrongClass hasStaticVariable(String name) throws IOException {
    return write(
        name,
        ClassFile.of()
            .build(
                ClassDesc.of(name),
                it -> it.withField("it", ClassDesc.of("java.lang.Object"), ClassFile.ACC_STATIC)));
  }

  private WrongClass runs(String name, Consumer<CodeBuilder> code) throws IOException {
    return write(
        name,
        ClassFile.of()
            .build(
                ClassDesc.of(name),
                it ->
                    it.withMethodBody(
                        "it", MethodTypeDesc.of(CD_void), ClassFile.ACC_STATIC, code)));
  }

  /** Adds a class that reads {@code System.out}. */
  public WrongClass prints(String name) throws IOException {
    ClassDesc stream = PrintStream.class.describeConstable().orElseThrow();
    return runs(
        name,
        code -> code.getstatic(ClassDesc.of("java.lang.System"), "out", stream).pop().return_());
  }

  /** Adds a class that reads a static field of another class, which has that class's type. */
  public WrongClass reads(String name, String owner, String field) throws IOException {
    return runs(
        name,
        code -> code.getstatic(ClassDesc.of(owner), field, ClassDesc.of(owner)).pop().return_());
  }

  /** Adds a class that makes an object of another class. */
  public WrongClass makes(String name, String made) throws IOException {
    return runs(
        name,
        code ->
            code.new_(ClassDesc.of(made))
                .dup()
                .invokespecial(
                    ClassDesc.of(made), ConstantDescs.INIT_NAME, MethodTypeDesc.of(CD_void))
                .pop()
                .return_());
  }

  /** Adds a class that calls a static method of another class. */
  public WrongClass calls(String name, String owner, String method) throws IOException {
    return runs(
        name,
        code ->
            code.invokestatic(ClassDesc.of(owner), method, MethodTypeDesc.of(CD_void)).return_());
  }

  /** What a rule has to say about them, a text for each violation. */
  public List<String> violations(ArchRule rule) {
    return rule.allowEmptyShould(true).evaluate(classes()).getFailureReport().getDetails();
  }

  /** The classes, as the rules read them. */
  public JavaClasses classes() {
    return Imported.from(folder);
  }

  private WrongClass write(String name, byte[] bytes) throws IOException {
    Path file = folder.resolve(name.replace('.', '/') + ".class");
    Files.createDirectories(file.getParent());
    Files.write(file, bytes);
    return this;
  }
}
