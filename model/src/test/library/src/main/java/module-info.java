/** A program that uses the library. */
module tour {
  requires org.kpackworkbench.model;
}
