//! Methods that several of serde's deserializers define alike.

/// Methods that only call another one.
macro_rules! alike {
    ($($method:ident($($argument:tt: $type:ty),*) => $other:ident($($passed:expr),*);)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, $($argument: $type,)* visitor: V) -> Result<V::Value, Self::Error> {
            self.$other($($passed,)* visitor)
        }
    )*};
}

/// Methods for numbers, which `number` reads.
macro_rules! number_methods {
    ($($method:ident $leaf:ident $type:ty => $value:ident $visit:ident;)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
            visitor.$visit(self.number::<$type>()?.into())
        }
    )*};
}

/// Methods for numbers, which `leaf` shows.
macro_rules! leaf_methods {
    ($($method:ident $leaf:ident $type:ty => $value:ident $visit:ident;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
            self.leaf(Leaf::$leaf, visitor)
        }
    )*};
}
