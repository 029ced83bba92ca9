/** Icons and their catalogue. */
@org.jspecify.annotations.NullMarked
module org.kpackworkbench.icons {
  requires static transitive org.jspecify;
  requires transitive javafx.controls;

  exports org.kpackworkbench.icons;
}
